package io.github.cqs.bench.ces;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FairnessTest {
    @Test
    void equalSharesAreFair() {
        assertThat(Fairness.jain(new long[] {7, 7, 7})).isEqualTo(1);
    }

    @Test
    void oneWhoHasEverythingIsOneOfAll() {
        assertThat(Fairness.jain(new long[] {0, 9, 0, 0})).isEqualTo(0.25);
    }

    @Test
    void nothingHasNoIndex() {
        assertThat(Fairness.jain(new long[3])).isNaN();
    }
}
