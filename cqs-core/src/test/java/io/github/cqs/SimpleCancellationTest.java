package io.github.cqs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.testing.Threads.Task;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Cancelled cells that make their resume fail. */
@ParameterizedClass
@MethodSource("configurations")
class SimpleCancellationTest extends QueueFixture {
    SimpleCancellationTest(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize) {
        super(resumeMode, cancellationMode, segmentSize);
    }

    static Stream<Arguments> configurations() {
        return configurations(List.of(ResumeMode.ASYNC, ResumeMode.SYNC), List.of(CancellationMode.SIMPLE));
    }

    @Test
    void simpleResumeFailsAtEveryCancelledWaiterAndThenReachesTheLiveOne() throws Exception {
        for (int i = 0; i < 5; i++) {
            cancelledWaiter();
        }
        Task<Object> live = waiter();
        for (int i = 0; i < 5; i++) {
            assertThat(queue.resume("value")).as("attempt %d", i).isFalse();
            assertThat(live.isDone()).isFalse();
        }
        assertThat(queue.resume("value")).isTrue();
        assertThat(live.join()).isEqualTo("value");
        assertThat(queue.refused).isEmpty();
    }

    @Test
    void simpleCancellationDoesNotAskThePrimitive() throws Exception {
        queue.decision = () -> {
            throw new AssertionError("asked");
        };
        cancelledWaiter();
        assertThat(queue.resume("value")).isFalse();
    }
}
