package io.github.cqs.agent.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private final Properties properties = new Properties();
    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    private Path folder;

    private Options read(String arguments) {
        return Options.read(arguments, properties, environment);
    }

    @Test
    void everythingHasADefault() {
        Options options = Options.read(null, properties, environment);
        assertThat(options.problems()).isEmpty();
        assertThat(options.value(Option.MODE)).isEqualTo("cqs");
        assertThat(options.value(Option.INCLUDE)).isEqualTo("**");
        assertThat(options.reports()).isFalse();
        assertThat(options.primitives()).isEqualTo(0b11111);
        for (Option option : Option.all()) {
            assertThat(options.origin(option)).isEqualTo(Options.Origin.DEFAULT);
        }
    }

    @Test
    void everyDefaultIsValid() {
        for (Option option : Option.all()) {
            assertThat(option.accepts(option.defaultValue())).as(option.key()).isTrue();
        }
    }

    @Test
    void strongerSourcesWin() throws IOException {
        Path file = Files.writeString(
                folder.resolve("cqs.properties"), "# all four\nlog=debug\nvirtual=plain\nstats=on\nmode=off\n");
        environment.put("CQS_LOG", "info");
        environment.put("CQS_VIRTUAL", "ces");
        environment.put("CQS_STATS", "off");
        environment.put("CQS_CONFIG", file.toString());
        properties.setProperty("cqs.log", "error");
        properties.setProperty("cqs.virtual", "plain");
        Options options = read("log=off");
        assertThat(options.problems()).isEmpty();
        assertThat(options.value(Option.LOG)).isEqualTo("off");
        assertThat(options.origin(Option.LOG)).isEqualTo(Options.Origin.ARGUMENT);
        assertThat(options.value(Option.VIRTUAL)).isEqualTo("plain");
        assertThat(options.origin(Option.VIRTUAL)).isEqualTo(Options.Origin.PROPERTY);
        assertThat(options.value(Option.STATS)).isEqualTo("off");
        assertThat(options.origin(Option.STATS)).isEqualTo(Options.Origin.ENVIRONMENT);
        assertThat(options.value(Option.MODE)).isEqualTo("off");
        assertThat(options.origin(Option.MODE)).isEqualTo(Options.Origin.FILE);
    }

    @Test
    void dashesAreUnderscoresInTheEnvironment() {
        environment.put("CQS_DRY_RUN", "true");
        assertThat(read("").is(Option.DRY_RUN, "true")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"modus=cqs", "modus", "=", "mode=cqs,modus=x"})
    void anUnknownKeyIsNamedWithTheValidOnes(String arguments) {
        assertThat(read(arguments).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem)
                        .startsWith("unknown key")
                        .contains("mode, primitives, include, exclude, virtual, report"));
    }

    @Test
    void anUnknownKeyInAPropertyIsAnErrorButATunableIsNot() {
        properties.setProperty("cqs.segment.size", "4");
        assertThat(read("").problems()).isEmpty();
        properties.setProperty("cqs.segmentsize", "4");
        assertThat(read("").problems()).singleElement().asString().contains("'segmentsize' (property)");
    }

    @Test
    void anUnknownVariableIsOnlyNoted() {
        environment.put("CQS_PORT", "tcp://10.0.0.1:80");
        Options options = read("");
        assertThat(options.problems()).isEmpty();
        assertThat(options.notes()).singleElement().asString().contains("CQS_PORT");
    }

    @ParameterizedTest
    @CsvSource({
        "mode=on, 'cqs, passthrough, off'",
        "mode=, 'cqs, passthrough, off'",
        "mode, 'cqs, passthrough, off'",
        "primitives=Lock, ReentrantLock",
        "primitives=ReentrantLock+, ReentrantLock",
        "include=a/b, globs",
        "include=, globs",
        "virtual=yes, 'ces, plain'",
        "report=r.xml, .json",
        "log=trace, 'warn, off, error, info, debug'",
        "strict=true, 'warn, fail'",
        "dry-run=yes, 'false, true'",
        "delivery=boot, 'auto, java.base, append'",
        "stats=1, 'off, on'"
    })
    void aBadValueIsNamedWithTheValidOnes(String arguments, String valid) {
        assertThat(read(arguments).problems()).singleElement().asString().contains(valid);
    }

    @Test
    void aBadValueDoesNotHideAGoodOne() {
        properties.setProperty("cqs.strict", "fail");
        Options options = read("strict=perhaps");
        assertThat(options.problems()).hasSize(1);
        assertThat(options.is(Option.STRICT, "fail")).isTrue();
    }

    @Test
    void unusableFilesAreProblems() throws IOException {
        assertThat(read("config=" + folder.resolve("none")).problems())
                .singleElement()
                .asString()
                .contains("config file");
        assertThat(read("report=" + folder.resolve("no/r.json")).problems())
                .singleElement()
                .asString()
                .contains("report cannot be written");
        Path directory = Files.createDirectory(folder.resolve("r.json"));
        assertThat(read("report=" + directory).problems()).hasSize(1);
        Path broken = Files.writeString(folder.resolve("broken"), "mode=\\u12");
        assertThat(read("config=" + broken).problems()).hasSize(1);
        Path unknown = Files.writeString(folder.resolve("unknown"), "config=x\nmodus=y\n");
        assertThat(read("config=" + unknown).problems()).hasSize(2);
    }

    @Test
    void primitivesAreAMask() {
        assertThat(read("primitives=Semaphore+ReentrantLock").primitives()).isEqualTo(0b11);
    }

    @Test
    void theSummaryTellsValuesAndOrigins() {
        assertThat(read("mode=off").summary()).contains("mode=off (argument)").contains("log=warn (default)");
    }
}
