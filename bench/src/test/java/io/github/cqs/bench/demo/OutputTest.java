package io.github.cqs.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutputTest {
    private static final String GOOD = "noise\nthroughput: 12.5 ops/s\nself-check: ok\n";

    @Test
    void findsFigureAndVerdict() {
        assertThat(Output.parse(GOOD)).isEqualTo(new Output(12.5, null));
    }

    @Test
    void aFailedSelfCheckIsAProblem() {
        assertThat(Output.parse("throughput: 1.0 ops/s\nself-check: FAILED 3 lost\n")
                        .problem())
                .isEqualTo("self-check FAILED 3 lost");
    }

    @Test
    void whatIsMissingOrThereTwiceIsAProblem() {
        assertThat(Output.parse("").problem()).isEqualTo("printed 0 self-check verdicts");
        assertThat(Output.parse(GOOD + GOOD).problem()).isEqualTo("printed 2 self-check verdicts");
        assertThat(Output.parse("self-check: ok\n").problem()).contains("no throughput");
        assertThat(Output.parse(GOOD + "throughput: 7.0 ops/s\n").problem()).contains("more than one");
    }
}
