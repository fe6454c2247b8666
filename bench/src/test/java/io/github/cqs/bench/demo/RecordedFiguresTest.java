package io.github.cqs.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The figures in the README's sentences are those of the newest recorded runs; {@code -Dcqs.docs.update=true} writes them there. */
class RecordedFiguresTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path RESULTS = ROOT.resolve("bench/results");

    /** Stands for a figure in a sentence. */
    private static final String FIGURE = "{}";

    @Test
    void startUp() throws IOException {
        List<String> later = new ArrayList<>();
        for (int jdk : new int[] {17, 25}) {
            later.add(rounded(
                    found(output(jdk, "startup"), "^hello-world: \\+([0-9.]+) ms more than the empty agent \\(")));
        }
        holds("A hello-world starts {} ms later than with an empty agent on JDK 17, and {} ms on JDK 25.", later);
    }

    @Test
    void aLoadedClass() throws IOException {
        List<String> figures = new ArrayList<>();
        List<String> jvm = new ArrayList<>();
        for (int jdk : new int[] {17, 25}) {
            String output = output(jdk, "startup");
            figures.add(found(output, "^the agent, beyond that +\\+([0-9.]+) "));
            jvm.add(found(output, "^the JVM, to show it to any transformer +\\+([0-9.]+) "));
            assertThat(output)
                    .contains("target at most 3 us a class, on the loading thread: the agent itself met, with what the "
                            + "JVM takes missed");
        }
        assertThat(figures).as("the README's sentence says that of both JDKs").containsOnly(figures.get(0));
        holds(
                "costs the thread that loads it {} us in the agent on both; beforehand the JVM takes {} and {} us to "
                        + "show a class to any transformer, so that both together miss the 3 us that were the aim",
                List.of(figures.get(0), jvm.get(0), jvm.get(1)));
    }

    @Test
    void aSlowedProgram() throws IOException {
        List<String> ratios = new ArrayList<>();
        List<String> links = new ArrayList<>();
        for (int jdk : new int[] {17, 25}) {
            ratios.add(found(output(jdk, "ab-slowed"), "^B/A, steps/s: slower \\(([0-9.]+) \\["));
            links.add(newest(jdk, "ab-slowed").getFileName().toString());
        }
        assertThat(ratios).as("the README's sentence says that of both JDKs").containsOnly(ratios.get(0));
        holds(
                "(`bench/slowed`) is found slower with {} on both JDKs ([17](bench/results/{}/output.txt), "
                        + "[25](bench/results/{}/output.txt))",
                List.of(ratios.get(0), links.get(0), links.get(1)));
    }

    @Test
    void aProgramThatSwitchesBetweenVirtualThreads() throws IOException {
        String told = output(25, "ab-switches");
        String untold = output(25, "ab-switches-untold");
        holds(
                "Two virtual threads that do nothing but pass two semaphores to and fro on one carrier take {} of their "
                        + "turns with an agent that keeps the JDK's algorithms ([A'/A](bench/results/{}/output.txt)), and "
                        + "{} if the JVM does not tell its tool interface of each switch "
                        + "([the same](bench/results/{}/output.txt)).",
                List.of(
                        turns(told, 2),
                        newest(25, "ab-switches").getFileName().toString(),
                        turns(untold, 2),
                        newest(25, "ab-switches-untold").getFileName().toString()));
        holds(
                "Of the turns that the JDK's semaphores take behind the agent ours take {} with `virtual=plain` and {} with "
                        + "`virtual=ces`.",
                List.of(turns(told, 3), turns(told, 4)));
        String queues = output(25, "ab-switches-queues");
        holds(
                "ours take {} with `virtual=plain` and {} with `virtual=ces` of the turns that two of the JDK's queues of one "
                        + "element take behind the agent ([recorded](bench/results/{}/output.txt))",
                List.of(
                        turns(queues, 3),
                        turns(queues, 4),
                        newest(25, "ab-switches-queues").getFileName().toString()));
    }

    /** The ratio that stands behind so many others: B1/A, B2/A, A'/A, B1/A', B2/A'. */
    private static String turns(String output, int others) {
        assertThat(output).containsPattern("B1/A \\[.*B2/A \\[.*A'/A \\[.*B1/A' \\[.*B2/A' \\[");
        return found(
                output,
                "^turns/s +higher +(?:[0-9,]+ +){4}(?:[0-9.]+ \\[[^]]*] +[a-z]+ +){" + others + "}([0-9.]+) \\[");
    }

    @Test
    void theHeatSampleAgainstTheAgentAndAgainstItself() throws IOException {
        String output = output(17, "ab-aa");
        holds(
                "The run is recorded in [bench/results](bench/results/{}), beside an A/A run of {} blocks: {}, and with "
                        + "the arms' names redrawn {} % of the comparisons see a difference, nominal being {} %.",
                List.of(
                        newest(17, "ab-heat").getFileName().toString(),
                        found(output, "^([0-9]+) blocks of 2 arms"),
                        found(output, "^A2/A, ops/s: ([a-z]+) "),
                        found(output, "^A/A, ops/s: .* redrawn, ([0-9.]+) % of the comparisons see a difference"),
                        found(output, "; nominal are ([0-9.]+) %\\.")));
    }

    private static String output(int jdk, String benchmark) throws IOException {
        return Files.readString(newest(jdk, benchmark).resolve("output.txt"));
    }

    /** Folders begin with the day. */
    private static Path newest(int jdk, String benchmark) throws IOException {
        try (Stream<Path> folders = Files.list(RESULTS)) {
            return folders.filter(folder -> String.valueOf(folder.getFileName())
                            .matches("[0-9]{4}-[0-9]{2}-[0-9]{2}-jdk" + jdk + "-" + benchmark))
                    .max(Path::compareTo)
                    .orElseThrow();
        }
    }

    private static String found(String output, String regex) {
        Matcher matcher = Pattern.compile(regex, Pattern.MULTILINE).matcher(output);
        assertThat(matcher.find()).as("%s is in%n%s", regex, output).isTrue();
        return matcher.group(1);
    }

    private static String rounded(String millis) {
        return Long.toString(Math.round(Double.parseDouble(millis)));
    }

    /** The sentence stands in the README, however its lines are broken, with these figures. */
    private static void holds(String sentence, List<String> figures) throws IOException {
        Path readme = ROOT.resolve("README.md");
        String text = Files.readString(readme);
        Matcher matcher = pattern(sentence).matcher(text);
        assertThat(matcher.find())
                .as("README.md has the sentence: %s", sentence)
                .isTrue();
        if (Boolean.getBoolean("cqs.docs.update")) {
            StringBuilder updated = new StringBuilder(text);
            for (int i = figures.size(); i > 0; i--) {
                updated.replace(matcher.start(i), matcher.end(i), figures.get(i - 1));
            }
            Files.writeString(readme, updated);
        } else {
            List<String> stated = new ArrayList<>();
            for (int i = 1; i <= matcher.groupCount(); i++) {
                stated.add(matcher.group(i));
            }
            assertThat(stated)
                    .as("figures of: %s; mvn -B test -pl bench -am -Dcqs.docs.update=true writes them", sentence)
                    .isEqualTo(figures);
        }
    }

    private static Pattern pattern(String sentence) {
        return Pattern.compile(Stream.of(sentence.split(Pattern.quote(FIGURE), -1))
                .map(part -> Stream.of(part.split(" ", -1)).map(Pattern::quote).collect(Collectors.joining("\\s+")))
                .collect(Collectors.joining("([^\\s,;]+?)")));
    }
}
