package io.github.cqs.bench.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table in docs/scaling.md is that of a recorded run; {@code -Dcqs.docs.update=true} writes it there. */
class ScalingDocumentTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final String RECORD = "bench/results/2026-11-21-jdk17-counts";
    private static final String BEGIN = "<!-- counts -->\n";
    private static final String END = "<!-- /counts -->\n";

    @Test
    void theDocumentShowsTheRecord() throws IOException {
        Path file = ROOT.resolve("docs/scaling.md");
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        assertThat(begin).isBetween(BEGIN.length(), end);
        String table = CountTables.markdown(csv(RECORD));
        if (Boolean.getBoolean("cqs.docs.update")) {
            Files.writeString(file, text.substring(0, begin) + table + text.substring(end));
        } else {
            assertThat(text.substring(begin, end)).isEqualTo(table);
        }
        assertThat(text).contains("(../" + RECORD + ")");
    }

    @ParameterizedTest
    @ValueSource(strings = {RECORD, "bench/results/2026-11-21-jdk25-counts"})
    void recordsAreCompleteAndTheirTablesToo(String record) throws IOException {
        List<String> csv = csv(record);
        assertThat(csv).first().isEqualTo(CountTables.CSV_HEADER);
        for (CountedCell cell : CountedCell.all()) {
            for (String impl : List.of("CQS", "JDK")) {
                String row = "^" + cell.name() + ",[0-9]+," + cell.threads() + "," + impl + ",lines,.*";
                assertThat(csv).anySatisfy(line -> assertThat(line).matches(row));
            }
        }
        assertThat(Files.readString(ROOT.resolve(record).resolve("counts.md"))).isEqualTo(CountTables.markdown(csv));
    }

    private static List<String> csv(String record) throws IOException {
        return Files.readAllLines(ROOT.resolve(record).resolve("counts.csv"));
    }
}
