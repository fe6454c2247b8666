package io.github.cqs.bench.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpecimenTest {
    @Test
    void aLineIsReadBack() {
        assertThat(Specimen.parse("Semaphore\ttrue\tx.Semaphore\t48\t96\ta.B, c.D"))
                .isEqualTo(new Specimen("Semaphore", true, "x.Semaphore", 48, 96, List.of("a.B", "c.D")));
    }

    @Test
    void everyClassIsMeasuredAndNoThreadIsKept() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream stdout = System.out;
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            Specimens.main(new String[0]);
        } finally {
            System.setOut(stdout);
        }
        List<Specimen> specimens = bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("\t"))
                .map(Specimen::parse)
                .toList();
        assertThat(specimens).hasSize(8).allSatisfy(s -> {
            assertThat(s.idle()).as(s.type()).isPositive();
            assertThat(s.afterContention()).as(s.type()).isGreaterThanOrEqualTo(s.idle());
            assertThat(s.classes()).as(s.type()).doesNotContain("java.lang.Thread");
        });
    }
}
