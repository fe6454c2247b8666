package io.github.cqs.agent.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The README's table of options is the one that the option table makes. */
class ReadmeTest {
    private static final String BEGIN = "<!-- options -->\n";
    private static final String END = "<!-- /options -->\n";

    private static String table() {
        StringBuilder table = new StringBuilder("| key | default | values | meaning |\n|---|---|---|---|\n");
        for (Option option : Option.all()) {
            table.append("| `").append(option.key()).append("` | ");
            if (!option.defaultValue().isEmpty()) {
                table.append('`').append(option.defaultValue()).append("` ");
            }
            table.append("| ").append(cell(option.valid()));
            table.append(" | ").append(cell(option.meaning())).append(" |\n");
        }
        return table.toString();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("*", "\\*");
    }

    @Test
    void optionsAreThoseOfTheOptionTable() throws IOException {
        Path readme = Path.of("..", "README.md");
        String text = Files.readString(readme);
        assertThat(text).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END, begin);
        if (Boolean.getBoolean("cqs.docs.update")) {
            text = text.substring(0, begin) + table() + text.substring(end);
            Files.writeString(readme, text);
            end = text.indexOf(END, begin);
        }
        assertThat(text.substring(begin, end))
                .as("the README's table; mvn -B test -Dcqs.docs.update=true writes it")
                .isEqualTo(table());
    }
}
