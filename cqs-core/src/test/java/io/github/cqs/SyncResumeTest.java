package io.github.cqs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.testing.Threads;
import io.github.cqs.testing.Threads.Task;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What only a synchronous resume does. */
@ParameterizedClass
@MethodSource("configurations")
class SyncResumeTest extends QueueFixture {
    SyncResumeTest(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize) {
        super(resumeMode, cancellationMode, segmentSize);
    }

    static Stream<Arguments> configurations() {
        return configurations(List.of(ResumeMode.SYNC), List.of(CancellationMode.SIMPLE, CancellationMode.SMART));
    }

    @Test
    void syncResumeBreaksItsCellAndBothSidesStartOver() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(queue.resume("nobody comes")).isFalse();
        }
        for (int i = 0; i < 20; i++) {
            assertThat(i % 2 == 0 ? queue.suspend() : queue.suspendUninterruptibly())
                    .isNull();
        }
        Task<Object> again = waiter();
        assertThat(queue.resume("second attempt")).isTrue();
        assertThat(again.join()).isEqualTo("second attempt");
        assertThat(queue.refused).isEmpty();
    }

    @Test
    void brokenCellIsNotATimeoutAndNotAnInterrupt() throws Exception {
        queue.resume("broken");
        queue.resume("broken");
        assertThat(queue.suspendNanos(-1, TIMEOUT)).isNull();
        Thread.currentThread().interrupt();
        assertThat(queue.suspend()).isNull();
        Threads.assertInterruptedAndClear();
    }

    @Test
    void queuedThreadFindsABrokenCell() {
        queue.resume("broken");
        TestTicket ticket = new TestTicket();
        assertThat(queue.suspendFor(Thread.currentThread(), ticket)).isFalse();
        assertThat(queue.awaitUninterruptibly(ticket)).isNull();
    }
}
