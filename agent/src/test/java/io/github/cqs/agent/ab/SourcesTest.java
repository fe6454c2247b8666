package io.github.cqs.agent.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.Timespan;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourcesTest {
    @TempDir
    private Path folder;

    private final Map<String, Double> values = new HashMap<>();
    private final Map<String, double[]> curves = new HashMap<>();

    private Source.Finished printed(String out) {
        Child.Ended ended = new Child.Ended(0, 10, new CpuTime.Use(Double.NaN, Double.NaN), Double.NaN, Double.NaN);
        return new Source.Finished(folder, ended, out, "", List.of(), Double.NaN);
    }

    @ParameterizedTest
    @CsvSource({
        "ops/s, true",
        "throughput, true",
        "hits, true",
        "p99, false",
        "latency, false",
        "time, false",
        "took ms, false",
        "wall seconds, false",
        "errors, false",
        "heap, false",
        "ns/op, false",
        "ops/ms, true",
        "ops/us, true",
        "requests per millisecond, true",
        "errors/s, false",
        "failures per second, false",
        "misses:higher, true",
        "score:lower, false"
    })
    void theNameSaysWhatIsBetter(String name, boolean higher) {
        assertThat(Metric.named(name, "").higherIsBetter()).isEqualTo(higher);
        assertThat(Metric.named(name, "").name()).isEqualTo(name.replaceFirst(":.*", ""));
    }

    @Test
    void theLastMatchCounts() throws Exception {
        TextFigure.inOutput("x=took ([\\d,.]+)").read(printed("took 1\ntook 12,345.5 ms\n"), values, curves);
        assertThat(values).isEqualTo(Map.of("x", 12345.5));
    }

    @Test
    void aFigureThatIsNotThereIsNamed() throws Exception {
        TextFigure figure = TextFigure.inOutput("x=took (\\S+)");
        assertThatThrownBy(() -> figure.read(printed("nothing"), values, curves))
                .hasMessageContaining("matches nothing");
        assertThatThrownBy(() -> figure.read(printed("took long"), values, curves))
                .hasMessageContaining("no number");
    }

    /** Java's matcher calls itself for each character here. */
    @Test
    void aRegexThatNeedsTooMuchStackIsNamed() throws Exception {
        TextFigure figure = TextFigure.inOutput("x=a(?:.|\\n)*took (\\d+)");
        String much = "a" + "\n".repeat(1_000_000) + "took 3";
        assertThatThrownBy(() -> figure.read(printed(much), values, curves))
                .isInstanceOf(Source.Missing.class)
                .hasMessageContaining("metric x: the regex 'a(?:.|\\n)*took (\\d+)' needs more stack");
    }

    @Test
    void aFileMustBeTheRuns() throws Exception {
        Path file = folder.resolve("f");
        TextFigure figure = TextFigure.inFile("x=" + file + "=v=(\\d+)");
        assertThatThrownBy(() -> figure.read(printed(""), values, curves)).hasMessageContaining("is not there");
        Files.writeString(file, "v=3");
        figure.read(printed(""), values, curves);
        assertThat(values).isEqualTo(Map.of("x", 3.0));
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        figure.begin();
        assertThatThrownBy(() -> figure.read(printed(""), values, curves))
                .hasMessageContaining("was not written by the run");
        Files.writeString(file, "v=4");
        figure.read(printed(""), values, curves);
        assertThat(values).isEqualTo(Map.of("x", 4.0));
    }

    @Test
    void aFileInAnotherCharsetIsRead() throws Exception {
        Path file = Files.write(folder.resolve("f"), new byte[] {(byte) 0xe9, '\n', 'v', '=', '3'});
        TextFigure.inFile("x=" + file + "=v=(\\d+)").read(printed(""), values, curves);
        assertThat(values).isEqualTo(Map.of("x", 3.0));
    }

    @Name("test.Waited")
    private static final class Waited extends Event {
        @Timespan(Timespan.MICROSECONDS)
        long time = 2_500;

        @Timespan(Timespan.MICROSECONDS)
        long timeout = Long.MIN_VALUE;

        int turns = 3;
    }

    @Test
    void timesOfAFlightRecordingAreInMilliseconds() throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable(Waited.class);
            recording.start();
            new Waited().commit();
            new Waited().commit();
            recording.stop();
            recording.dump(folder.resolve("x.jfr"));
        }
        FlightRecording.parse("x=test.Waited/time:mean").read(printed(""), values, curves);
        FlightRecording.parse("y=test.Waited/turns:sum").read(printed(""), values, curves);
        FlightRecording.parse("none=test.Waited/timeout:sum").read(printed(""), values, curves);
        assertThat(values).isEqualTo(Map.of("x", 2.5, "y", 6.0, "none", 0.0));
        assertThatThrownBy(() -> FlightRecording.parse("z=test.Waited/none:sum").read(printed(""), values, curves))
                .hasMessageContaining("has no figure none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "x=", "=y", "x=no group", "x=(open"})
    void aWrongMetricIsAMistake(String text) {
        assertThatThrownBy(() -> TextFigure.inOutput(text))
                .isInstanceOf(Mistake.class)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void aHistogramLogYieldsItsPercentiles() throws Exception {
        Path file = folder.resolve("log.hgrm");
        writeLog(file);
        HdrLog.parse("call:us=" + file).read(printed(""), values, curves);
        assertThat(values.get("call.p50")).isCloseTo(1.0, within(0.01));
        assertThat(values.get("call.p99")).isCloseTo(1.98, within(0.01));
        assertThat(values.get("call.max")).isCloseTo(2.0, within(0.01));
        assertThat(curves.get("call")).hasSize(Percentiles.all().length).isSorted();
    }

    /** Two intervals, 1 to 1000 and 1001 to 2000 microseconds. */
    private static void writeLog(Path file) throws IOException {
        try (PrintStream out = new PrintStream(file.toFile(), "UTF-8")) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            for (int from = 1; from < 2000; from += 1000) {
                Histogram interval = new Histogram(3);
                interval.setStartTimeStamp(from);
                interval.setEndTimeStamp(from + 999L);
                for (int value = from; value < from + 1000; value++) {
                    interval.recordValue(value);
                }
                log.outputIntervalHistogram(interval);
            }
        }
    }

    @Test
    void wrongFormsAreMistakes() {
        assertThatThrownBy(() -> HdrLog.parse("x:h=f")).hasMessageContaining("valid: ns, us, ms");
        assertThatThrownBy(() -> FlightRecording.parse("x=jdk.ThreadPark")).hasMessageContaining("EVENT");
        assertThatThrownBy(() -> Load.of("http://192.0.2.1/", 1, 1, 1, false)).hasMessageContaining("--load-anywhere");
        assertThatThrownBy(() -> Load.of("ftp://localhost/", 1, 1, 1, false)).hasMessageContaining("http://HOST");
    }

    @Test
    void countersThatAreNoneAreRefused() throws IOException {
        Path file = Files.write(folder.resolve("x.hsperf"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        assertThatThrownBy(() -> PerfData.read(file)).isInstanceOf(IOException.class);
        Files.write(file, new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xc0, (byte) 0xc0, 1, 2});
        assertThatThrownBy(() -> PerfData.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cut off");
    }
}
