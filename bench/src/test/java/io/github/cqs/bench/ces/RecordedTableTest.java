package io.github.cqs.bench.ces;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.bench.DocumentBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RecordedTableTest {
    private static String table(String output) {
        List<String> lines = output.lines()
                .dropWhile(line -> !line.startsWith("load "))
                .takeWhile(line -> !line.isBlank())
                .toList();
        List<String> reached = output.lines()
                .dropWhile(line -> !(line.startsWith("wanted ") && line.endsWith("virtual=ces")))
                .takeWhile(line -> !line.isBlank())
                .toList();
        assertThat(lines).as("the table").hasSizeGreaterThan(2);
        assertThat(reached).as("what was reached").hasSizeGreaterThan(2);
        return "```\n" + text(lines) + "\n" + text(reached) + "```\n";
    }

    private static String text(List<String> lines) {
        return lines.stream().map(line -> line.stripTrailing() + "\n").collect(Collectors.joining());
    }

    @Test
    void theReadmeShowsTheRecordedRun() throws IOException {
        DocumentBlock readme = new DocumentBlock("ces");
        Path output = readme.runs().get(0).resolve("output.txt");
        readme.holds(table(Files.readString(output)));
    }
}
