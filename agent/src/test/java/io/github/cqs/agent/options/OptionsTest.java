package io.github.cqs.agent.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
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

    @ParameterizedTest
    @ValueSource(strings = {"spin.yields=0", "cqs.spin.yields=0"})
    void aTunableAmongTheArgumentsIsAnErrorThatTellsWhereItBelongs(String arguments) {
        assertThat(read(arguments).problems())
                .singleElement()
                .asString()
                .contains("tunables are system properties, -D");
    }

    @Test
    void anUnknownVariableIsOnlyNoted() {
        environment.put("CQS_PORT", "tcp://10.0.0.1:80");
        Options options = read("");
        assertThat(options.problems()).isEmpty();
        assertThat(options.notes()).singleElement().asString().contains("CQS_PORT");
    }

    @Test
    void whoIsStrictHasNoUnknownVariablesButThoseOfAService() {
        for (String name :
                List.of("CQS_PORT", "CQS_PORT_80_TCP_ADDR", "CQS_SERVICE_HOST", "CQS_DB_SERVICE_PORT_HTTP")) {
            environment.put(name, "10.0.0.1");
        }
        environment.put("CQS_STRICT", "fail");
        assertThat(read("").problems()).isEmpty();
        environment.put("CQS_MODES", "off");
        environment.put("CQS_FOO", "1");
        assertThat(read("").problems())
                .satisfiesExactly(
                        foo -> assertThat(foo).contains("CQS_FOO", "valid: CQS_"),
                        modes -> assertThat(modes).contains("CQS_MODES", "did you mean CQS_MODE?"));
        assertThat(read("strict=warn").problems()).isEmpty();
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
        "include=+, globs",
        "include=., globs",
        "exclude=com.acme..Main, globs",
        "exclude=com.acme., globs",
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

    @ParameterizedTest
    @CsvSource({
        "modus=cqs, mode",
        "Mode=cqs, mode",
        "dryrun=true, dry-run",
        "dry_run=true, dry-run",
        "reprot=x, report",
        "inclde=**, include",
        "mode=CQS, cqs",
        "mode=passthru, ''",
        "log=wran, warn",
        "frobnicate=1, ''"
    })
    void aNearMissGetsASuggestion(String arguments, String meant) {
        String problem = read(arguments).problems().get(0);
        if (meant.isEmpty()) {
            assertThat(problem).doesNotContain("did you mean");
        } else {
            assertThat(problem).contains(", did you mean " + meant + "?; valid: ");
        }
    }

    @Test
    void aNearMissInTheEnvironmentGetsASuggestion() {
        environment.put("CQS_DRYRUN", "true");
        assertThat(read("").notes()).singleElement().asString().endsWith(", did you mean CQS_DRY_RUN?");
    }

    @Test
    void eachMistakeIsOneProblem() {
        assertThat(read("modus=x,mode=y,virtual=z").problems()).hasSize(3);
    }

    @Test
    void theLastOfARepeatedKeyCountsAndIsNoted() throws IOException {
        Options options = read("mode=off,log=info,mode=passthrough");
        assertThat(options.problems()).isEmpty();
        assertThat(options.value(Option.MODE)).isEqualTo("passthrough");
        assertThat(options.notes()).containsExactly("mode is given more than once (argument); the last one counts");
        Path file = Files.writeString(folder.resolve("f"), "virtual=ces\nvirtual=plain\n");
        options = read("config=" + file);
        assertThat(options.value(Option.VIRTUAL)).isEqualTo("plain");
        assertThat(options.notes()).containsExactly("virtual is given more than once (file); the last one counts");
    }

    @Test
    void spacesAroundKeysAndValuesDoNotCount() throws IOException {
        properties.setProperty("cqs.log", " info ");
        environment.put("CQS_VIRTUAL", "\tplain ");
        Path file = Files.writeString(folder.resolve("f"), "  stats = on  \n");
        Options options = read(" mode = off , , strict=fail ,config= " + file);
        assertThat(options.problems()).isEmpty();
        assertThat(options.value(Option.MODE)).isEqualTo("off");
        assertThat(options.value(Option.STRICT)).isEqualTo("fail");
        assertThat(options.value(Option.LOG)).isEqualTo("info");
        assertThat(options.value(Option.VIRTUAL)).isEqualTo("plain");
        assertThat(options.value(Option.STATS)).isEqualTo("on");
    }

    @Test
    void anEmptyVariableCountsAsNotSet() {
        environment.put("CQS_MODE", "");
        environment.put("CQS_CONFIG", " ");
        Options options = read("");
        assertThat(options.problems()).isEmpty();
        assertThat(options.origin(Option.MODE)).isEqualTo(Options.Origin.DEFAULT);
    }

    @Test
    void aCommaInAnArgumentIsEscapedAndElsewhereIsNot() throws IOException {
        Path odd = Files.createDirectory(folder.resolve("a,b=c d"));
        String file = odd.resolve("r,1.json").toString();
        Options options = read("report=" + file.replace(",", "\\,") + ",mode=off");
        assertThat(options.problems()).isEmpty();
        assertThat(options.reportFile()).isEqualTo(odd.resolve("r,1.json"));
        assertThat(options.value(Option.MODE)).isEqualTo("off");
        assertThat(read("report=" + file).problems()).isNotEmpty();
        properties.setProperty("cqs.report", file);
        assertThat(read("").reportFile()).isEqualTo(odd.resolve("r,1.json"));
    }

    @Test
    void theNameOfAReportMayHaveTheProcessInIt() throws IOException {
        Path odd = Files.createDirectory(folder.resolve("50%pct"));
        Options options = read("report=" + odd.resolve("cqs-%p.json"));
        assertThat(options.problems()).isEmpty();
        assertThat(options.reportFile())
                .isEqualTo(odd.resolve("cqs-" + ProcessHandle.current().pid() + ".json"));
    }

    @Test
    void aBackslashBeforeAnythingElseIsItself() {
        assertThat(read("exclude=a\\b").problems()).singleElement().asString().contains("'a\\b'");
        assertThat(read("exclude=a\\").problems()).singleElement().asString().contains("'a\\'");
    }

    @Test
    void theFileMayComeFromAnywhere() throws IOException {
        Path file = folder.resolve("f");
        String text =
                "\uFEFF# comment \u00fc\r\n! comment\r\nmode = off  \r\n\r\ninclude: com.\u00fcber.**\r\nlog info\r\n"
                        + "exclude=\\\r\n  a.B\r\ndry-run=true";
        Files.writeString(file, text);
        Options options = read("config=" + file);
        assertThat(options.problems()).isEmpty();
        assertThat(options.value(Option.MODE)).isEqualTo("off");
        assertThat(options.value(Option.INCLUDE)).isEqualTo("com.\u00fcber.**");
        assertThat(options.value(Option.LOG)).isEqualTo("info");
        assertThat(options.value(Option.EXCLUDE)).isEqualTo("a.B");
        assertThat(options.value(Option.DRY_RUN)).isEqualTo("true");

        Files.writeString(file, "\uFEFFmode=off");
        assertThat(read("config=" + file).value(Option.MODE)).isEqualTo("off");
        Files.write(file, new byte[0]);
        assertThat(read("config=" + file).problems()).isEmpty();
        Files.write(file, new byte[] {'m', 'o', 'd', 'e', '=', (byte) 0xFF});
        assertThat(read("config=" + file).problems()).singleElement().asString().contains("cannot be read");
        Files.writeString(file, "mode");
        assertThat(read("config=" + file).problems()).singleElement().asString().contains("bad value '' for mode");
    }

    @Test
    void aMissingFileAndAFolderAreToldApart() {
        assertThat(read("config=" + folder.resolve("none")).problems())
                .singleElement()
                .asString()
                .contains("it does not exist");
        assertThat(read("config=" + folder).problems())
                .singleElement()
                .asString()
                .contains("cannot be read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no/r.json", "file/r.json", "r.json/"})
    void aPlaceWhereNothingCanBeWrittenIsAProblemAtOnce(String place) throws IOException {
        Files.createFile(folder.resolve("file"));
        Files.createDirectory(folder.resolve("r.json"));
        String file = folder.resolve(place).toString();
        assertThat(read("report=" + file).problems())
                .singleElement()
                .asString()
                .contains("report cannot be written to '" + file + "' (argument): ");
    }

    @Test
    void lookingWhetherAReportCanBeWrittenLeavesNothing() throws IOException {
        assertThat(read("report=" + folder.resolve("r.json")).problems()).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatIsNoPathIsAProblem() throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "report=a\\u0000b.json");
        assertThat(read("config=" + file).problems()).singleElement().asString().contains("report cannot be written");
    }
}
