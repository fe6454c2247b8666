package io.github.cqs.bench.ces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 15, 16, 17, 31, 32, 33, 1000, 123_456_789, Long.MAX_VALUE})
    void aValueIsFoundToASixteenth(long value) {
        Histogram histogram = new Histogram();
        histogram.add(value);
        assertThat(histogram.quantile(0.5)).isCloseTo(value, within(value / 16.0));
    }

    @Test
    void quantilesAreThoseOfTheValues() {
        Histogram histogram = new Histogram();
        for (int i = 1; i <= 1000; i++) {
            histogram.add(i * 1000L);
        }
        assertThat(histogram.total()).isEqualTo(1000);
        assertThat(histogram.quantile(0.5)).isCloseTo(500_000, within(500_000 / 16.0));
        assertThat(histogram.quantile(0.99)).isCloseTo(990_000, within(990_000 / 16.0));
        assertThat(histogram.quantile(0)).isCloseTo(1000, within(1000 / 16.0));
    }

    @Test
    void clocksThatGoBackCountAsNothing() {
        Histogram histogram = new Histogram();
        histogram.add(-5);
        assertThat(histogram.quantile(1)).isZero();
    }

    @Test
    void nothingHasNoQuantile() {
        assertThat(new Histogram().quantile(0.5)).isNaN();
        assertThat(Histogram.parse("").total()).isZero();
    }

    @Test
    void textIsReadBack() {
        Histogram histogram = new Histogram();
        histogram.add(3);
        histogram.add(70_000);
        histogram.add(70_000);
        assertThat(histogram.text()).startsWith("3:1 ").endsWith(":2");
        Histogram sum = Histogram.parse(histogram.text());
        sum.add(histogram);
        assertThat(sum.total()).isEqualTo(6);
        sum.clear();
        assertThat(sum.total()).isZero();
    }
}
