package io.github.cqs.bench.ces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnJre;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CesCommandTest {
    private final StringWriter errors = new StringWriter();
    private final StringWriter out = new StringWriter();

    @ParameterizedTest
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "this JDK has no virtual threads")
    @CsvSource({
        "--frobnicate, Unknown option: '--frobnicate'",
        "--forks=0, must be at least 1",
        "--doubtful=4, fewer than the JVMs that all have",
        "--carriers=0, must be at least 1",
        "--only=no-such-load, no load's name matches",
        "--only=(, Invalid value for option '--only'",
        "--timing=soon, three numbers",
        "--programs=../x, no sample program is called '../x'",
        "--programs=no-such-program, no sample program is called 'no-such-program'",
        "--agent=/nowhere.jar, no agent at"
    })
    void aWrongCommandLineGetsOneLine(String arg, String message) {
        assertThat(arg.startsWith("--agent=") ? execute(arg) : execute("--agent=pom.xml", arg))
                .isEqualTo(2);
        assertThat(errors.toString().lines()).singleElement().asString().contains(message, "--help");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "this JDK has no virtual threads")
    void neitherLoadsNorProgramsIsAMistake() {
        assertThat(execute("--only=no-such-load", "--programs=none")).isEqualTo(2);
        assertThat(errors.toString()).contains("no load's name matches");
    }

    @ParameterizedTest
    @CsvSource({
        "'', logback;worker-pool",
        "--programs, logback;worker-pool",
        "--programs --only=table, logback;worker-pool",
        "--programs=heat, heat",
        "--programs=heat;leveldb --only=table, heat;leveldb",
        "--programs none, ''",
        "--programs=none --quick, ''",
        "--programs --quick, worker-pool",
        "--quick, worker-pool",
        "--only=table, ''"
    })
    void programsAreChosen(String args, String names) {
        CommandLine command = Ces.commandLine();
        command.parseArgs(
                args.isEmpty() ? new String[0] : args.replace(';', ',').split(" ", -1));
        assertThat(command.<CesCommand>getCommand().programs()).isEqualTo(list(names));
    }

    private static List<String> list(String names) {
        return names.isEmpty() ? List.of() : List.of(names.split(";", -1));
    }

    @Test
    @EnabledOnJre(value = JRE.JAVA_17, disabledReason = "this JDK has virtual threads")
    void withoutVirtualThreadsThereIsNothingToMeasure() {
        assertThat(execute("--quick")).isEqualTo(2);
        assertThat(errors.toString()).contains("this needs virtual threads");
    }

    @Test
    void theTableHasAllItsCells() {
        assertThat(execute("--list", "--only=^table")).isZero();
        List<String> names = out.toString().lines().toList();
        assertThat(names).hasSize(24).doesNotHaveDuplicates();
        for (int tasks : new int[] {16, 1000, 5000}) {
            for (int section : new int[] {0, 250, 1000, 7500}) {
                for (int parallel : new int[] {1000, 10_000}) {
                    assertThat(names).contains("table.n" + tasks + ".s" + section + ".p" + parallel);
                }
            }
        }
    }

    @Test
    void everyLoadIsFoundByItsName() {
        assertThat(Load.all(false))
                .allSatisfy(load -> assertThat(Load.find(load.name())).isEqualTo(load));
        assertThat(Load.all(false)).containsAll(Load.all(true));
    }

    private int execute(String... args) {
        CommandLine command = Ces.commandLine();
        command.setErr(new PrintWriter(errors, true));
        command.setOut(new PrintWriter(out, true));
        return command.execute(args);
    }
}
