package io.github.cqs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.testing.Threads;
import io.github.cqs.testing.Threads.Task;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is done is garbage, and what was cancelled costs nothing later. */
class QueueMemoryTest {
    private static final String TIMEOUT = "timeout";

    /** Ample for the test itself; ten million cells take more than twice as much. */
    private static final long BOUND_BYTES = 16 << 20;

    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    @ParameterizedTest
    @CsvSource({"ASYNC,SMART,16", "ASYNC,SMART,1", "SYNC,SMART,2", "ASYNC,SIMPLE,16"})
    void tenMillionCancelledWaitersLeaveNothingBehind(ResumeMode resume, CancellationMode cancel, int segmentSize)
            throws Exception {
        TestQueue<String> queue = new TestQueue<>(resume, cancel, segmentSize);
        long before = usedHeap();
        for (int i = 0; i < 10_000_000; i++) {
            queue.suspendNanos(0, TIMEOUT);
        }
        assertThat(queue.suspendIndex()).isEqualTo(10_000_000);
        assertThat(queue.reachableSegments()).isLessThanOrEqualTo(3);
        assertThat(usedHeap() - before).isLessThan(BOUND_BYTES);
        queue.checkInvariants();
    }

    @ParameterizedTest
    @CsvSource({"ASYNC,16", "ASYNC,1", "SYNC,2", "SYNC,16"})
    void resumePassesAMillionCancelledWaitersInConstantTime(ResumeMode resume, int segmentSize) throws Exception {
        TestQueue<String> queue = new TestQueue<>(resume, CancellationMode.SMART, segmentSize);
        for (int i = 0; i < 1_000_000; i++) {
            queue.suspendNanos(0, TIMEOUT);
        }
        Task<String> live = Threads.start(queue::suspend).awaitParked();
        assertThat(queue.reachableSegments()).as("what a resume can walk over").isLessThanOrEqualTo(3);

        assertThat(queue.resumeIndex()).isZero();
        assertThat(queue.resume("value")).isTrue();
        assertThat(live.join()).isEqualTo("value");
        assertThat(queue.resumeIndex()).as("the index jumped over them").isEqualTo(1_000_001);
    }

    /** A SIMPLE resume fails once for each of them, as the mode says. */
    @Test
    void simpleResumePaysForEveryCancelledWaiter() throws Exception {
        TestQueue<String> queue = new TestQueue<>(ResumeMode.ASYNC, CancellationMode.SIMPLE, 16);
        for (int i = 0; i < 1000; i++) {
            queue.suspendNanos(0, TIMEOUT);
        }
        int failures = 0;
        Task<String> live = Threads.start(queue::suspend).awaitParked();
        while (!queue.resume("value")) {
            failures++;
        }
        assertThat(live.join()).isEqualTo("value");
        assertThat(failures).isEqualTo(1000);
    }

    @ParameterizedTest
    @EnumSource(ResumeMode.class)
    void tenMillionHandOffsLeaveNothingBehind(ResumeMode resume) throws Exception {
        TestQueue<String> queue = new TestQueue<>(resume, CancellationMode.SMART, 16);
        long before = usedHeap();
        for (int i = 0; i < 10_000_000; i++) {
            queue.resume("value"); // SYNC: breaks the cell
            queue.suspend();
            if (resume == ResumeMode.SYNC && i == 100_000) {
                break;
            }
        }
        assertThat(queue.reachableSegments()).isLessThanOrEqualTo(2);
        assertThat(usedHeap() - before).isLessThan(BOUND_BYTES);
    }

    /** Cancelled runs between live waiters vanish while those wait. */
    @Test
    void cancelledRunsBetweenLiveWaitersAreRemoved() throws Exception {
        TestQueue<Integer> queue = new TestQueue<>(ResumeMode.ASYNC, CancellationMode.SMART, 4);
        @SuppressWarnings({"unchecked", "rawtypes"})
        Task<Integer>[] live = new Task[10];
        for (int i = 0; i < live.length; i++) {
            live[i] = Threads.start(queue::suspend).awaitParked();
            for (int n = 0; n < 10_000; n++) {
                queue.suspendNanos(0, null);
            }
        }
        assertThat(queue.reachableSegments()).isLessThanOrEqualTo(2 * live.length + 2);
        for (int i = 0; i < live.length; i++) {
            queue.resume(i);
            assertThat(live[i].join()).isEqualTo(i);
        }
        assertThat(queue.reachableSegments()).isLessThanOrEqualTo(3);
        queue.checkInvariants();
    }

    @ParameterizedTest
    @EnumSource(CancellationMode.class)
    void threadsAndValuesAreLetGo(CancellationMode cancel) throws Exception {
        TestQueue<Object> queue = new TestQueue<>(ResumeMode.ASYNC, cancel, 16);
        WeakReference<Thread> left = cancelled(queue);
        WeakReference<Object> taken = handedOver(queue);
        Threads.awaitUntil(() -> {
            System.gc();
            return left.get() == null && taken.get() == null;
        });
        assertThat(queue.reachableSegments()).isEqualTo(1);
    }

    private static WeakReference<Thread> cancelled(TestQueue<Object> queue) throws Exception {
        Task<Object> task = Threads.start(() -> queue.suspendNanos(1, TIMEOUT));
        assertThat(task.join()).isSameAs(TIMEOUT);
        return new WeakReference<>(task.thread());
    }

    private static WeakReference<Object> handedOver(TestQueue<Object> queue) throws Exception {
        Object value = new Object();
        while (!queue.resume(value)) {
            Thread.onSpinWait();
        }
        assertThat(queue.suspend()).isSameAs(value);
        return new WeakReference<>(value);
    }
}
