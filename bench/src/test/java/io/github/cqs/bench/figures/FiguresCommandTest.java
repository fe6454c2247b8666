package io.github.cqs.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class FiguresCommandTest {
    private final StringWriter errors = new StringWriter();
    private final StringWriter out = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "--frobnicate, Unknown option: '--frobnicate'",
        "--forks=0, must be at least 1",
        "--only=no-such-point, no point's name matches",
        "--only=(, Invalid value for option '--only'",
        "--timing=soon, three numbers",
        "--timing=1/x/3, three numbers",
        "--tune=-Xint, a name cqs.AREA.NAME"
    })
    void aWrongCommandLineGetsOneLine(String arg, String message) {
        assertThat(execute(arg)).isEqualTo(2);
        assertThat(errors.toString().lines()).singleElement().asString().contains(message, "--help");
    }

    @Test
    void listNamesTheChosenPoints() {
        assertThat(execute("--list", "--quick", "--only", "^fig7\\.permits4\\."))
                .isZero();
        assertThat(out.toString().lines())
                .containsExactly("fig7.permits4.1", "fig7.permits4.2", "fig7.permits4.4", "fig7.permits4.16");
    }

    private int execute(String... args) {
        CommandLine command = Figures.commandLine();
        command.setErr(new PrintWriter(errors, true));
        command.setOut(new PrintWriter(out, true));
        return command.execute(args);
    }
}
