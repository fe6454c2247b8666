package io.github.cqs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.internal.CellState;
import io.github.cqs.testing.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What only an asynchronous resume does. */
@ParameterizedClass
@MethodSource("configurations")
class AsyncResumeTest extends QueueFixture {
    AsyncResumeTest(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize) {
        super(resumeMode, cancellationMode, segmentSize);
    }

    static Stream<Arguments> configurations() {
        return configurations(List.of(ResumeMode.ASYNC), List.of(CancellationMode.SIMPLE, CancellationMode.SMART));
    }

    @Test
    void asyncResumeLeavesItsValueForTheSuspendThatComesLater() throws Exception {
        for (int i = 0; i < 40; i++) {
            assertThat(queue.resume(i)).isTrue();
        }
        for (int i = 0; i < 40; i++) {
            assertThat(queue.suspend()).isEqualTo(i);
        }
        assertThat(queue.unparked).isEmpty();
    }

    @Test
    void earlyValueIsTakenByEveryKindOfSuspend() throws Exception {
        queue.resume(1);
        assertThat(queue.suspendUninterruptibly()).isEqualTo(1);
        queue.resume(2);
        assertThat(queue.suspendNanos(0, TIMEOUT)).isEqualTo(2);
        queue.resume(3);
        assertThat(queue.suspendUntil(System.nanoTime() - 1, TIMEOUT)).isEqualTo(3);
        queue.resume(4);
        Thread.currentThread().interrupt();
        assertThat(queue.suspend()).isEqualTo(4);
        Threads.assertInterruptedAndClear();
    }

    @Test
    void valueStandsIfTheTimeoutComesAfterIt() throws Exception {
        queue.resume("early");
        assertThat(queue.suspendNanos(Long.MIN_VALUE, TIMEOUT)).isEqualTo("early");
    }

    @Test
    void queueingAThreadForAnEarlyValueTellsTheCallerToWakeIt() throws Exception {
        queue.resume("early");
        TestTicket ticket = new TestTicket();
        assertThat(queue.suspendFor(Thread.currentThread(), ticket)).isFalse();
        assertThat(queue.awaitUninterruptibly(ticket)).isEqualTo("early");
    }

    @Test
    void threadsAndCellStatesAreEarlyValuesLikeOthers() throws Exception {
        List<Object> values = new ArrayList<>(List.of(CellState.values()));
        values.add(Thread.currentThread());
        for (Object value : values) {
            assertThat(queue.resume(value)).isTrue();
            assertThat(queue.suspend()).isSameAs(value);
        }
    }
}
