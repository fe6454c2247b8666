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

/** Synchronous resumes that meet a waiter which is about to leave: they wait for its decision. */
@ParameterizedClass
@MethodSource("configurations")
class SyncSmartCancellationTest extends QueueFixture {
    SyncSmartCancellationTest(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize) {
        super(resumeMode, cancellationMode, segmentSize);
    }

    static Stream<Arguments> configurations() {
        return configurations(List.of(ResumeMode.SYNC), List.of(CancellationMode.SMART));
    }

    @Test
    void syncResumeWaitsForTheCancellerAndSkips() throws Exception {
        BlockedCanceller canceller = new BlockedCanceller(true);
        Task<Object> next = waiter();
        Task<Boolean> resume = Threads.start(() -> {
            assertThat(queue.resume("waits")).isTrue();
            return canceller.decided.get();
        });
        Threads.awaitUntil(() -> queue.resumeIndex() == 1);
        canceller.decide();
        assertThat(resume.join()).as("returned only after the decision").isTrue();
        assertThat(next.join()).isEqualTo("waits");
    }

    @Test
    void syncResumeWaitsForTheCancellerAndIsRefused() throws Exception {
        BlockedCanceller canceller = new BlockedCanceller(false);
        Task<Boolean> resume = Threads.start(() -> {
            assertThat(queue.resume("waits")).isTrue();
            return canceller.decided.get();
        });
        Threads.awaitUntil(() -> queue.resumeIndex() == 1);
        assertThat(queue.refused).isEmpty();
        canceller.decide();
        assertThat(resume.join()).as("returned only after the decision").isTrue();
        assertThat(queue.refused).containsExactly("waits");
    }
}
