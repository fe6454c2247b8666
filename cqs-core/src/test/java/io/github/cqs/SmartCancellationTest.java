package io.github.cqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cqs.testing.Threads.Task;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Cancelled cells that are skipped or refuse. */
@ParameterizedClass
@MethodSource("configurations")
class SmartCancellationTest extends QueueFixture {
    SmartCancellationTest(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize) {
        super(resumeMode, cancellationMode, segmentSize);
    }

    static Stream<Arguments> configurations() {
        return configurations(List.of(ResumeMode.ASYNC, ResumeMode.SYNC), List.of(CancellationMode.SMART));
    }

    @Test
    void smartResumeSkipsCancelledWaiters() throws Exception {
        for (int i = 0; i < 37; i++) {
            cancelledWaiter();
        }
        Task<Object> live = waiter();
        assertThat(queue.resume("value")).isTrue();
        assertThat(live.join()).isEqualTo("value");
    }

    @Test
    void smartResumeSkipsCancelledWaitersBetweenLiveOnes() throws Exception {
        Task<Object> first = waiter();
        List<Task<Object>> gone = waiters(5);
        Task<Object> second = waiter();
        for (Task<Object> waiter : gone) {
            waiter.interrupt();
            assertThatThrownBy(waiter::join).isInstanceOf(InterruptedException.class);
        }
        queue.resume(1);
        queue.resume(2);
        assertThat(first.join()).isEqualTo(1);
        assertThat(second.join()).isEqualTo(2);
    }

    @Test
    void refusedResumeGivesItsValueBack() throws Exception {
        queue.decision = () -> false;
        cancelledWaiter();
        Task<Object> next = waiter();
        assertThat(queue.resume("refused")).isTrue();
        assertThat(queue.refused).containsExactly("refused");
        assertThat(next.isDone()).isFalse();
        assertThat(queue.resume("taken")).isTrue();
        assertThat(next.join()).isEqualTo("taken");
        assertThat(queue.refused).hasSize(1);
    }

    @Test
    void refusedResumeGivesBackAThread() throws Exception {
        queue.decision = () -> false;
        cancelledWaiter();
        assertThat(queue.resume(Thread.currentThread())).isTrue();
        assertThat(queue.refused).containsExactly(Thread.currentThread());
    }
}
