package io.github.cqs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.testing.Threads;
import io.github.cqs.testing.Threads.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.provider.Arguments;

/** A queue of every segment size in some of the modes, and its waiters. */
abstract class QueueFixture {
    static final String TIMEOUT = "timeout";

    final ResumeMode resumeMode;
    final CancellationMode cancellationMode;
    final TestQueue<Object> queue;

    QueueFixture(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize) {
        this.resumeMode = resumeMode;
        this.cancellationMode = cancellationMode;
        this.queue = new TestQueue<>(resumeMode, cancellationMode, segmentSize);
    }

    static Stream<Arguments> configurations(List<ResumeMode> resumeModes, List<CancellationMode> cancellationModes) {
        List<Arguments> all = new ArrayList<>();
        for (ResumeMode resume : resumeModes) {
            for (CancellationMode cancel : cancellationModes) {
                for (int size : new int[] {1, 2, 16}) {
                    all.add(Arguments.of(resume, cancel, size));
                }
            }
        }
        return all.stream();
    }

    @AfterEach
    void invariantsHold() {
        assertThat(Thread.interrupted()).as("a test left an interrupt behind").isFalse();
        queue.checkInvariants();
    }

    final Task<Object> waiter() {
        return Threads.start(queue::suspend).awaitParked();
    }

    final List<Task<Object>> waiters(int n) {
        List<Task<Object>> waiters = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            waiters.add(waiter());
        }
        return waiters;
    }

    /** A waiter that has come and gone. */
    final void cancelledWaiter() throws InterruptedException {
        assertThat(queue.suspendNanos(0, TIMEOUT)).isSameAs(TIMEOUT);
    }

    static final class TestTicket extends CancellableQueueSynchronizer.Ticket {}

    /** A canceller that stays in onCancellation until told. */
    final class BlockedCanceller {
        final CountDownLatch decide = new CountDownLatch(1);
        final AtomicBoolean decided = new AtomicBoolean();
        final Task<Object> task;

        BlockedCanceller(boolean skip) throws InterruptedException {
            CountDownLatch deciding = new CountDownLatch(1);
            queue.decision = () -> {
                deciding.countDown();
                try {
                    decide.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                decided.set(true);
                return skip;
            };
            task = Threads.start(() -> queue.suspendNanos(0, TIMEOUT));
            deciding.await();
            queue.decision = () -> true;
        }

        void decide() throws Exception {
            decide.countDown();
            assertThat(task.join()).isSameAs(TIMEOUT);
        }
    }
}
