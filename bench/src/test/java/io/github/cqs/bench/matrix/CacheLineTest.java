package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;

class CacheLineTest {
    /** The two threads may share a processor for the time of a look, but not for that of a thousand. */
    private static final int LOOKS = 1000;

    @Test
    void aLineTakesTimeBetweenTwoProcessors() {
        assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
        CacheLine line = new CacheLine();
        long nanos = 0;
        for (int look = 0; look < LOOKS && nanos == 0; look++) {
            nanos = line.roundTripNanos();
        }
        assertThat(nanos).isPositive();
    }
}
