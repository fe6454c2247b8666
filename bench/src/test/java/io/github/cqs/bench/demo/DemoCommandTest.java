package io.github.cqs.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class DemoCommandTest {
    private final StringWriter errors = new StringWriter();
    private final StringWriter out = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "--frobnicate, Unknown option: '--frobnicate'",
        "--blocks=0, must be at least 1",
        "--blocks=x, not an int",
        "--programs=x, no program is called 'x'",
        "--agent=/nowhere.jar, no agent at"
    })
    void aWrongCommandLineGetsOneLine(String arg, String message) {
        assertThat(execute(arg)).isEqualTo(2);
        assertThat(errors.toString().lines()).singleElement().asString().contains(message, "--help");
    }

    @Test
    void helpNamesEveryProgram() {
        assertThat(execute("--help")).isZero();
        for (Program program : Program.ALL) {
            assertThat(out.toString()).contains(program.name());
        }
    }

    private int execute(String arg) {
        CommandLine command = Demo.commandLine();
        command.setErr(new PrintWriter(errors, true));
        command.setOut(new PrintWriter(out, true));
        return command.execute(arg);
    }
}
