package io.github.cqs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.internal.CellState;
import io.github.cqs.testing.Threads.Task;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Asynchronous resumes that meet a waiter which is about to leave: they delegate. */
@ParameterizedClass
@MethodSource("configurations")
class AsyncSmartCancellationTest extends QueueFixture {
    AsyncSmartCancellationTest(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize) {
        super(resumeMode, cancellationMode, segmentSize);
    }

    static Stream<Arguments> configurations() {
        return configurations(List.of(ResumeMode.ASYNC), List.of(CancellationMode.SMART));
    }

    @Test
    void smartResumeSkipsCancelledWaitersAndGoesOnToAnEmptyCell() throws Exception {
        for (int i = 0; i < 5; i++) {
            cancelledWaiter();
        }
        assertThat(queue.resume("left")).isTrue();
        assertThat(queue.suspend()).isEqualTo("left");
    }

    @Test
    void asyncResumeDelegatesToTheCancellerWhichResumesTheNext() throws Exception {
        BlockedCanceller canceller = new BlockedCanceller(true);
        Task<Object> next = waiter();
        assertThat(queue.resume("delegated")).isTrue();
        assertThat(canceller.decided).isFalse();
        assertThat(next.isDone()).isFalse();
        canceller.decide();
        assertThat(next.join()).isEqualTo("delegated");
        assertThat(queue.refused).isEmpty();
    }

    @Test
    void asyncResumeDelegatesToTheCancellerWhichHandsTheValueBack() throws Exception {
        for (Object value : new Object[] {"delegated", Thread.currentThread(), CellState.CANCELLING}) {
            queue.refused.clear();
            BlockedCanceller canceller = new BlockedCanceller(false);
            assertThat(queue.resume(value)).isTrue();
            assertThat(queue.refused).isEmpty();
            canceller.decide();
            assertThat(queue.refused).containsExactly(value);
        }
    }
}
