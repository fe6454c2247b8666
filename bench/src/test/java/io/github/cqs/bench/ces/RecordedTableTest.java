package io.github.cqs.bench.ces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RecordedTableTest {
    private static final Path ROOT = Path.of("..");

    /** Names the recorded run. */
    private static final Pattern BLOCK =
            Pattern.compile("(<!-- ces (\\S+-jdk\\d+-ces) -->\n)(.*?)(<!-- /ces -->)", Pattern.DOTALL);

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
        Path readme = ROOT.resolve("README.md");
        String text = Files.readString(readme);
        Matcher block = BLOCK.matcher(text);
        assertThat(block.find()).as("the README names a recorded run").isTrue();
        Path output = ROOT.resolve("bench/results").resolve(block.group(2)).resolve("output.txt");
        String expected = table(Files.readString(output));
        if (Boolean.getBoolean("cqs.docs.update")) {
            Files.writeString(readme, text.substring(0, block.start(3)) + expected + text.substring(block.end(3)));
        } else {
            assertThat(block.group(3))
                    .as("the README's table; mvn -B test -pl bench -am -Dcqs.docs.update=true writes it")
                    .isEqualTo(expected);
        }
    }
}
