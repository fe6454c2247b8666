package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.bench.demo.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class MatrixCommandTest {
    @TempDir
    Path folder;

    private final StringWriter errors = new StringWriter();
    private final StringWriter out = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "--frobnicate, Unknown option: '--frobnicate'",
        "--forks=0, must be at least 1",
        "--doubtful=0, must be at least 1",
        "--doubtful=4, fewer than the JVMs that all have",
        "--beside=-1, must not be negative",
        "--only=no-such-cell, no cell's name matches",
        "--only=(, Invalid value for option '--only'",
        "--timing=soon, three numbers",
        "--timing=1/2/3/4, three numbers",
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

    @Test
    void whereNothingWasMeasuredNothingIsResumed() {
        assertThat(resume("--quick")).isEqualTo(2);
        assertThat(errors.toString().lines()).singleElement().asString().contains("nothing to resume in " + folder);
    }

    @Test
    void aBrokenRecordIsNotResumed() throws IOException {
        Files.writeString(folder.resolve("matrix.json"), "{\n\"forks\" : [ {");
        assertThat(resume("--quick")).isEqualTo(2);
        assertThat(errors.toString().lines()).singleElement().asString().contains("nothing to resume in " + folder);
    }

    @Test
    void figuresOfAnotherCommitJdkOrTimingAreNotMixed() throws IOException {
        Machine here = Machine.describe(Path.of(""));
        Machine other = new Machine("Another JDK", here.os(), here.cores(), here.memoryMib(), "0123456789ab");
        RawData.none(List.of(), other, new Timing(1, 2, 3), List.of(), 0).write(folder);
        assertThat(resume("--quick")).isEqualTo(2);
        assertThat(errors.toString().lines())
                .singleElement()
                .asString()
                .contains(
                        "cannot be resumed: its commit was 0123456789ab, now it is " + here.commit(),
                        "its JDK was Another JDK, now it is " + here.jdk(),
                        "its timing was 1/2/3, now it is 100/2/60")
                .doesNotContain("system", "memory");
    }

    @Test
    void figuresWithOtherOptionsOfTheAgentAreNotMixed() throws IOException {
        RawData.none(List.of(), Machine.describe(Path.of("")), new Timing(100, 2, 60), List.of("stats=on"), 0)
                .write(folder);
        assertThat(resume("--quick")).isEqualTo(2);
        assertThat(errors.toString()).contains("the agent's options was [stats=on], now it is []");
    }

    @Test
    void figuresBesideOtherProgramsAreNotMixedWithOthers() throws IOException {
        RawData.none(List.of(), Machine.describe(Path.of("")), new Timing(100, 2, 60), List.of(), 2)
                .write(folder);
        assertThat(resume("--quick")).isEqualTo(2);
        assertThat(errors.toString()).contains("its number of busy programs beside it was 2, now it is 0");
    }

    private int resume(String arg) {
        return execute("--agent=pom.xml", "--resume", "--out=" + folder, arg);
    }

    private int execute(String... args) {
        CommandLine command = Matrix.commandLine();
        command.setErr(new PrintWriter(errors, true));
        command.setOut(new PrintWriter(out, true));
        String[] last = args[args.length - 1].startsWith("--agent=") ? new String[] {args[args.length - 1]} : args;
        return command.execute(last);
    }
}
