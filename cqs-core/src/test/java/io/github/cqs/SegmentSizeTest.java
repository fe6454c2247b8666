package io.github.cqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentSizeTest {
    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3, 6, 100, 1 << 15, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void onlyPowersOfTwoAreAccepted(int size) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TestQueue<>(ResumeMode.ASYNC, CancellationMode.SMART, size))
                .withMessageContaining(String.valueOf(size));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 64, 1 << 14})
    void everyPowerOfTwoWorks(int size) throws Exception {
        TestQueue<Integer> queue = new TestQueue<>(ResumeMode.ASYNC, CancellationMode.SMART, size);
        for (int i = 0; i < 3 * size; i++) {
            queue.resume(i);
        }
        assertThat(queue.reachableSegments()).isEqualTo(3);
        for (int i = 0; i < 3 * size; i++) {
            assertThat(queue.suspend()).isEqualTo(i);
        }
        assertThat(queue.reachableSegments())
                .as("segments that are done are let go")
                .isLessThanOrEqualTo(2);
        queue.checkInvariants();
    }
}
