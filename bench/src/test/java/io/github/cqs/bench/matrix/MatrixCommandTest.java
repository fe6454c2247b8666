package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class MatrixCommandTest {
    private final StringWriter errors = new StringWriter();
    private final StringWriter out = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "--frobnicate, Unknown option: '--frobnicate'",
        "--forks=0, must be at least 1",
        "--only=no-such-cell, no cell's name matches",
        "--only=(, Invalid value for option '--only'",
        "--timing=soon, three numbers",
        "--agent=/nowhere.jar, no agent at"
    })
    void aWrongCommandLineGetsOneLine(String arg, String message) {
        assertThat(execute("--agent=pom.xml", arg)).isEqualTo(2);
        assertThat(errors.toString().lines()).singleElement().asString().contains(message, "--help");
    }

    @Test
    void listNamesTheChosenCells() {
        assertThat(execute("--list", "--only", "^barrier\\.t[12]$")).isZero();
        assertThat(out.toString().lines()).containsExactly("barrier.t1", "barrier.t2");
    }

    private int execute(String... args) {
        CommandLine command = Matrix.commandLine();
        command.setErr(new PrintWriter(errors, true));
        command.setOut(new PrintWriter(out, true));
        String[] last = args[args.length - 1].startsWith("--agent=") ? new String[] {args[args.length - 1]} : args;
        return command.execute(last);
    }
}
