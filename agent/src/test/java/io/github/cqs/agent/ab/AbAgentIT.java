package io.github.cqs.agent.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.github.cqs.agent.ForkedJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison as it ships, on a program that is over at once. */
class AbAgentIT {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path folder;

    private List<String> arguments(String options, String... program) {
        List<String> arguments =
                new ArrayList<>(List.of("ab", "--out", folder.resolve("out").toString()));
        arguments.addAll(List.of(options.split(" ")));
        arguments.addAll(List.of(
                "--",
                JAVA,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                ForkedJvm.testClasses().toString()));
        arguments.add("fixture.Measured");
        arguments.addAll(List.of(program));
        return arguments;
    }

    private static ForkedJvm.Outcome run(List<String> arguments) {
        return ForkedJvm.plain().classPath().run("-jar " + ForkedJvm.jar(), arguments.toArray(new String[0]));
    }

    private ForkedJvm.Outcome ab(String options, String... program) {
        return run(arguments(options, program));
    }

    private Node report() throws IOException {
        return Node.read(folder.resolve("out/report.json"));
    }

    private Node comparison(String contrast, String metric) throws IOException {
        return report().at("comparisons").elements().stream()
                .filter(c -> c.at("contrast").text().equals(contrast)
                        && c.at("metric").text().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSlowedArmIsFoundAndItsSizeIsRight() throws IOException {
        ForkedJvm.Outcome outcome =
                ab("--runs 2 --seed 5 --fail-if-slower 3% --metric took=took\\s(\\d+)", "slower-when-swapped");
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(3);
        assertThat(outcome.out()).contains("B/A, took: slower (1.500");
        assertThat(comparison("B/A", "took").at("verdict").text()).isEqualTo("slower");
        assertThat(comparison("A'/A", "took").at("verdict").text()).isEqualTo("undecided");
        assertThat(comparison("B/A'", "took").at("ratio").number()).isCloseTo(1.5, within(1e-9));
        for (String file : List.of("report.html", "report.md", "runs.csv")) {
            assertThat(folder.resolve("out").resolve(file)).content().contains("took");
        }
        for (Node run : report().at("runs").elements()) {
            assertThat(run.at("jvms").count()).isOne();
            assertThat(run.at("values").at("startup").number()).isPositive();
            assertThat(run.at("values").at("wall").number())
                    .isGreaterThan(run.at("values").at("steady").number());
            assertThat(run.at("shared_classes").isAbsent()).isFalse();
        }
        assertThat(report().at("agents").at("B").at("sites_swapped").count()).isEqualTo(2);
        assertThat(report().at("arms").elements())
                .extracting(arm -> arm.at("name").text())
                .containsExactly("A", "A'", "B");

        String page = Files.readString(folder.resolve("out/report.html"));
        Files.delete(folder.resolve("out/report.html"));
        ForkedJvm.Outcome again =
                run(List.of("ab", "--from", folder.resolve("out").toString(), "--fail-if-slower", "60"));
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(folder.resolve("out/report.html")).content().isEqualTo(page);
    }

    @Test
    void nothingIsFoundWhereNothingDiffers() throws IOException {
        ForkedJvm.Outcome outcome = ab("--aa --runs 2 --warmup 0 --metric took=took\\s(\\d+)");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(comparison("A2/A", "took").at("verdict").text()).isEqualTo("undecided");
        assertThat(outcome.out()).contains("with the arms' names redrawn");
    }

    @Test
    void aScriptIsRunAsItIsAndAFileIsRead() throws IOException {
        Path script = folder.resolve("run.sh");
        Path figure = folder.resolve("figure.txt");
        Files.writeString(
                script,
                "exec " + JAVA + " -XX:TieredStopAtLevel=1 -cp '" + ForkedJvm.testClasses()
                        + "' fixture.Measured slower-when-swapped talks-when-swapped '" + figure + "'\n");
        List<String> arguments = new ArrayList<>(List.of("ab", "--runs", "2", "--warmup", "0", "--arms", "A,B"));
        arguments.addAll(List.of("--metric-file", "took=" + figure + "=figure (\\d+)"));
        arguments.addAll(List.of("--jfr", "parks=jdk.ThreadPark:count"));
        arguments.addAll(List.of("--out", folder.resolve("out").toString(), "--", "sh", script.toString()));
        ForkedJvm.Outcome outcome = run(arguments);
        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isZero();
        assertThat(outcome.out()).contains("NOT VALID: arm B prints something else");
        assertThat(comparison("B/A", "took").at("ratio").number()).isCloseTo(1.5, within(1e-9));
        assertThat(report().at("runs").elements())
                .allMatch(run -> run.at("values").at("parks").number() >= 0);
    }

    @Test
    void aServerIsLoadedAndToldToEnd() throws IOException {
        loadServer(false);
    }

    /** A shell that is told to end does so at once, the JVM that it waits for writes its report first. */
    @Test
    void aServerBehindAShellIsToldToEndAndWritesItsReport() throws IOException {
        loadServer(true);
    }

    private void loadServer(boolean shell) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String address = "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port + "/";
        List<String> arguments = new ArrayList<>(List.of("ab", "--runs", "2", "--warmup", "0", "--arms", "A,B"));
        arguments.addAll(List.of("--load", address, "--rate", "50", "--duration", "1s", "--load-warmup", "0"));
        arguments.addAll(List.of("--out", folder.resolve("out").toString(), "--"));
        List<String> server =
                List.of(JAVA, "-cp", ForkedJvm.testClasses().toString(), "fixture.Server", Integer.toString(port));
        arguments.addAll(shell ? List.of("sh", "-c", String.join(" ", server) + "; exit $?") : server);
        ForkedJvm.Outcome outcome = run(arguments);
        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isZero();
        for (Node run : report().at("runs").elements()) {
            assertThat(run.at("values").at("latency.p99").number()).isPositive();
            assertThat(run.at("values").at("ready").number()).isPositive();
            assertThat(run.at("values").at("load.errors").number()).isZero();
            assertThat(run.at("curves").at("latency").numbers()).hasSize(Percentiles.all().length);
        }
        assertThat(report().at("agents").at("B").at("sites_swapped").count()).isEqualTo(1);
        assertThat(folder.resolve("out/report.html")).content().contains("latency by percentile");
    }

    @Test
    void mistakesGetOneLine() throws Exception {
        assertMistake(
                run(List.of("ab", "--", "no-such-command-at-all")), 2, "command not found: no-such-command-at-all");
        assertMistake(run(List.of("ab")), 2, "no command");
        assertMistake(ab("--arms A,C"), 2, "valid: A, A', B");
        assertMistake(ab("--b virtual=maybe"), 2, "virtual");
        assertMistake(ab("--runs 0"), 2, "at least 1");
        assertMistake(ab("--fail-if-slower much"), 2, "percentage");
        assertMistake(ab("--metric x=took"), 2, "has no group");
        assertMistake(run(List.of("ab", "--from", folder.toString())), 2, "there is no report.json");
        Files.writeString(folder.resolve("report.json"), "{}");
        assertMistake(run(List.of("ab", "--from", folder.toString())), 2, "is no report of a comparison");
        Files.writeString(folder.resolve("report.json"), "{\"runs\": \n");
        assertMistake(run(List.of("ab", "--from", folder.toString())), 2, "report.json is broken", "line 2");
        assertMistake(ab("--metric took:downwards=took\\s(\\d+)"), 2, "it takes higher or lower");
        assertMistake(ab("--arms A,A' --fail-if-slower 3"), 2, "looks at arm B, and there is none");
        assertMistake(ab("--rate 5"), 2, "--rate does nothing without --load");
        assertMistake(ab("--max-runs 5"), 2, "--max-runs does nothing without --until-ci");
        assertMistake(ab("--load http://localhost:99999/"), 2, "http://HOST:PORT/PATH");
        assertMistake(run(List.of("ab", "--out", "", "--", JAVA, "-version")), 2, "--out: an empty name");
        assertMistake(ab("--aa --arms A,B"), 2, "--aa compares A with itself, so it takes no --arms");
        assertMistake(ab("--until-ci 0"), 2, "--until-ci 0");
        assertMistake(ab("--metric x=never(\\d+)"), 2, "matches nothing");
        assertMistake(ab("--metric took=(?:.|\\n){2}(?:.|\\n)*never(\\d+)", "much"), 2, "needs more stack");
        assertMistake(ab("--ready (?:.|\\n){2}(?:.|\\n)*never", "much"), 1, "--ready: the regex", "needs more stack");
        assertMistake(
                ab("--metric-file took=" + folder + "=took\\s(\\d+)"), 2, folder + " cannot be read: it is a folder");
        assertMistake(run(List.of("ab", "--b", "mode=cqs, stats=on", "--", JAVA, "-version")), 2, "report and stats");
        assertMistake(ab("--runs 1", "fails"), 1, "fails already in arm A", "exit code 7: always bad");
        assertMistake(ab("--runs 1 --timeout 3", "never-ends"), 1, "did not end within 3 s");
        String out = folder.resolve("out").toString();
        assertMistake(run(List.of("ab", "--out", out, "--", "sh", "-c", "true")), 2, "not a JVM");
    }

    private static void assertMistake(ForkedJvm.Outcome outcome, int exitCode, String... words) {
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(exitCode);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines().filter(line -> !line.startsWith("ab: run ")))
                .singleElement()
                .asString()
                .contains(words);
    }

    @Test
    void whoseMistakeItIsDoesNotDependOnTheOrderOfTheArms() {
        for (int seed = 1; seed <= 3; seed++) {
            String options = "--runs 1 --warmup 0 --arms A,B --seed " + seed;
            assertMistake(ab(options, "fails"), 1, "fails already in arm A", "exit code 7: always bad");
            List<String> noJvm =
                    new ArrayList<>(List.of("ab", "--out", folder.resolve("out").toString()));
            noJvm.addAll(List.of(options.split(" ")));
            noJvm.addAll(List.of("--", "sh", "-c", "true"));
            assertMistake(run(noJvm), 2, "not a JVM");
        }
    }

    @Test
    void whoPrintsNoFigureIsNamedWhateverTheOrderOfTheArms() {
        for (int seed = 1; seed <= 3; seed++) {
            String options = "--runs 1 --warmup 0 --arms A,B --metric took=took\\s(\\d+) --seed " + seed;
            ForkedJvm.Outcome outcome = ab(options, "silent-when-swapped");
            assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(1);
            assertThat(outcome.err()).contains("arm B fails at its first run", "matches nothing");
        }
    }

    @Test
    void whatStandsStillIsNoSuccess() {
        String options = "--runs 2 --warmup 0 --arms A,B --metric rate:higher=took\\s(\\d+)";
        ForkedJvm.Outcome outcome = ab(options, "stops-when-swapped");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("NOT VALID: rate is 0 or less in 0 of 2 runs of arm A and 2 of 2 runs");
        outcome = ab(options + " --fail-if-slower 3", "stops-when-swapped");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("--fail-if-slower cannot tell");
    }

    @Test
    void aFolderMayHaveACommaInItsName() throws IOException {
        List<String> arguments = arguments("--runs 1 --warmup 0 --arms A,B");
        Path out = folder.resolve("this, and that");
        arguments.set(2, out.toString());
        ForkedJvm.Outcome outcome = run(arguments);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(Node.read(out.resolve("report.json"))
                        .at("agents")
                        .at("B")
                        .at("sites_swapped")
                        .count())
                .isEqualTo(2);
    }

    @Test
    void anExitCodeThatIsExpectedIsNoInterrupt() throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("ab", "--out", folder.resolve("out").toString()));
        arguments.addAll(List.of("--runs 1 --warmup 0 --arms A,A' --expect-exit 130 --".split(" ")));
        arguments.addAll(List.of("sh", "-c", JAVA + " -version; exit 130"));
        ForkedJvm.Outcome outcome = run(arguments);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(report().at("runs").elements()).hasSize(2);
    }

    @Test
    void noInterruptIsSeenInAnExitCodeAlone() {
        List<String> arguments =
                new ArrayList<>(List.of("ab", "--out", folder.resolve("out").toString()));
        arguments.addAll(List.of("--runs 1 --warmup 0 --arms A,A' --".split(" ")));
        arguments.addAll(List.of("sh", "-c", JAVA + " -version; echo stopped by itself; exit 130"));
        assertMistake(run(arguments), 1, "fails already in arm A", "exit code 130");
    }

    @Test
    void theReportsOfAllJvmsOfARunCount() throws IOException {
        String java = JAVA + " -cp " + ForkedJvm.testClasses() + " fixture.Measured";
        List<String> arguments =
                new ArrayList<>(List.of("ab", "--out", folder.resolve("out").toString()));
        arguments.addAll(List.of("--runs 1 --warmup 0 --arms A,B --".split(" ")));
        arguments.addAll(List.of("sh", "-c", java + " && " + JAVA + " -version && " + java));
        ForkedJvm.Outcome outcome = run(arguments);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        Node agent = report().at("agents").at("B");
        assertThat(agent.at("sites_swapped").count()).isEqualTo(4);
        assertThat(agent.at("instances").at("ReentrantLock").count()).isEqualTo(2);
    }

    @Test
    void whatAKilledComparisonLeftIsNoReport() throws IOException {
        Path left = Files.createDirectories(folder.resolve("out/runs/002-B"));
        Files.writeString(left.resolve("agent-1.json"), "{\"totals\": {\"sites_swapped\": 1000000}}");
        assertThat(ab("--runs 1 --warmup 0 --arms A,B --seed 1").exitCode()).isZero();
        assertThat(report().at("agents").at("B").at("sites_swapped").count()).isEqualTo(2);
    }

    @Test
    void onlyRunsOfAnEarlierComparisonAreRemoved() throws IOException {
        Path out = Files.createDirectories(folder.resolve("out"));
        Path runs = Files.createDirectories(out.resolve("runs"));
        Path mine = Files.writeString(runs.resolve("mine.txt"), "mine");
        Path folderOfMine = Files.createDirectories(runs.resolve("1-mine"));
        Path alike = Files.createDirectories(runs.resolve("999-A"));
        Files.writeString(out.resolve("report.json"), "mine");
        assertThat(ab("--runs 1 --warmup 0 --arms A,A'").exitCode()).isZero();
        assertThat(alike).as("the report was none of ours").exists();
        Path old = Files.createDirectories(runs.resolve("998-Ap"));
        Files.writeString(old.resolve("stdout.txt"), "old");
        assertThat(ab("--runs 1 --warmup 0 --arms A,A'").exitCode()).isZero();
        assertThat(alike).doesNotExist();
        assertThat(old).doesNotExist();
        assertThat(ab("--runs 1 --warmup 0 --arms A,A'", "fails").exitCode()).isEqualTo(1);
        for (String report : Reports.FILES) {
            assertThat(out.resolve(report)).as("of the comparison before").doesNotExist();
        }
        assertThat(mine).hasContent("mine");
        assertThat(folderOfMine).exists();
    }

    @Test
    void aFolderThatCannotBeMadeIsOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        List<String> arguments = arguments("--runs 1");
        arguments.set(2, file.resolve("out").toString());
        assertMistake(run(arguments), 1, "ab: ", "cannot be used: ");
    }

    @Test
    void anArmThatFailsEndsTheComparisonAndIsReported() throws IOException {
        ForkedJvm.Outcome outcome = ab("--runs 2 --arms A,B", "fails-when-swapped");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).contains("NOT VALID", "exit code 7: no luck");
        assertThat(report().at("notes").elements())
                .extracting(Node::text)
                .anyMatch(note -> note.contains("arm B fails"));
        ForkedJvm.Outcome again =
                run(List.of("ab", "--from", folder.resolve("out").toString()));
        assertThat(again.exitCode()).as("made again").isEqualTo(1);
    }

    @Test
    void anAgentThatLeavesTheApplicationUntouchedIsNotCompared() {
        List<String> arguments = arguments("--runs 1 --warmup 0 --arms A,B");
        arguments.add(arguments.indexOf(JAVA) + 1, "-Dcqs.virtual=maybe");
        ForkedJvm.Outcome outcome = run(arguments);
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out() + outcome.err()).contains("no usable report from the agent", "'maybe' for virtual");
    }

    @Test
    void childrenAreEndedWithTheirRun() throws IOException {
        ForkedJvm.Outcome outcome = ab("--runs 1 --warmup 0 --arms A,B", "leaves-a-child");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<Long> children = new ArrayList<>();
        try (var files = Files.walk(folder.resolve("out/runs"))) {
            for (Path file : files.filter(f -> f.endsWith("stdout.txt")).toList()) {
                Matcher matcher = Pattern.compile("child (\\d+)").matcher(Files.readString(file));
                assertThat(matcher.find()).isTrue();
                children.add(Long.parseLong(matcher.group(1)));
            }
        }
        assertThat(children).hasSize(2);
        await().until(() -> children.stream()
                .noneMatch(pid ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent()));
    }

    @Test
    void whatIsDoneIsKeptWhenInterrupted() throws IOException {
        List<String> arguments = arguments("--runs 1000 --warmup 0 --arms A,B --metric took=took\\s(\\d+)");
        ForkedJvm.Running running =
                ForkedJvm.plain().classPath().start("-jar " + ForkedJvm.jar(), arguments.toArray(new String[0]));
        await().atMost(java.time.Duration.ofMinutes(2))
                .until(() -> Files.readString(running.err()).contains("block 3"));
        running.process().destroy();
        ForkedJvm.Outcome outcome = ForkedJvm.finish(running);
        assertThat(outcome.exitCode()).isEqualTo(128 + 15);
        assertThat(outcome.out()).contains("interrupted after", "Report: ");
        assertThat(report().at("blocks").count()).isBetween(2L, 999L);
        assertThat(folder.resolve("out/report.html")).content().contains("interrupted after");
    }
}
