package io.github.cqs.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code scan} finds, and what it says of what it cannot read. */
class ScanTest {
    private static final byte[] ONE = ZipBytes.semaphores("a/One", 1);
    private static final byte[] TWO = ZipBytes.semaphores("a/Two", 2);
    private static final byte[] NONE = ZipBytes.semaphores("a/None", 0);

    @TempDir
    private Path folder;

    private record Outcome(int code, String out, String err) {
        List<String> sites() {
            return out.lines().filter(line -> line.startsWith("  swapped ")).toList();
        }

        List<String> errors() {
            return out.lines().filter(line -> line.startsWith("  error: ")).toList();
        }
    }

    private static Outcome scan(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        String[] all = new String[arguments.length + 1];
        all[0] = "scan";
        for (int i = 0; i < arguments.length; i++) {
            all[i + 1] = arguments[i].toString();
        }
        return new Outcome(line.execute(all), out.toString(), err.toString());
    }

    private Path file(String name, byte[] bytes) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes);
    }

    private static byte[] manifest(String line) {
        return ("Manifest-Version: 1.0\n" + line + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void findsWhatFatJarsAndWarsHold() throws IOException {
        byte[] library = ZipBytes.zip().with("a/Two.class", TWO).bytes();
        byte[] deeper = ZipBytes.zip().with("lib/deep.jar", library).bytes();
        Path jar = file(
                "app.jar",
                ZipBytes.zip()
                        .with("BOOT-INF/classes/a/One.class", ONE)
                        .stored("BOOT-INF/lib/two.jar", library)
                        .with("readme.txt", "hello")
                        .bytes());
        Path war = file(
                "app.war",
                ZipBytes.zip()
                        .with("WEB-INF/classes/a/One.class", ONE)
                        .with("WEB-INF/lib/two.jar", library)
                        .with("WEB-INF/lib/deeper.zip", deeper)
                        .bytes());
        Outcome fat = scan(jar);
        assertThat(fat.code()).isZero();
        assertThat(fat.errors()).isEmpty();
        assertThat(fat.sites())
                .hasSize(3)
                .contains("  swapped new Semaphore at a.One.make in " + jar)
                .contains("  swapped new Semaphore at a.Two.make in " + jar + "!/BOOT-INF/lib/two.jar");
        assertThat(scan(war).sites())
                .hasSize(5)
                .contains("  swapped new Semaphore at a.Two.make in " + war + "!/WEB-INF/lib/deeper.zip!/lib/deep.jar");
        assertThat(scan(folder).sites()).hasSize(8);
    }

    @Test
    void anExecutableJarBehindALaunchScriptIsRead() throws IOException {
        byte[] zip = ZipBytes.zip().with("a/Two.class", TWO).bytes();
        byte[] script = "#!/bin/sh\nexec java -jar \"$0\"\n".getBytes(StandardCharsets.UTF_8);
        byte[] both = Arrays.copyOf(script, script.length + zip.length);
        System.arraycopy(zip, 0, both, script.length, zip.length);
        assertThat(scan(file("run", both)).sites()).hasSize(2);
    }

    @Test
    void ofAMultiReleaseJarWhatTheReleaseLoadsCounts() throws IOException {
        Path jar = file(
                "multi.jar",
                ZipBytes.zip()
                        .with("META-INF/MANIFEST.MF", manifest("Multi-Release: true"))
                        .with("a/A.class", ONE)
                        .with("META-INF/versions/11/a/A.class", TWO)
                        .with("META-INF/versions/99/a/A.class", NONE)
                        .with("META-INF/versions/11/a/Only11.class", ONE)
                        .bytes());
        assertThat(scan(jar).sites()).hasSize(3);
        assertThat(scan("--release", "8", jar).sites()).hasSize(1);
        assertThat(scan("--release", "99", jar).sites()).hasSize(1);
        Path plain = file(
                "plain.jar",
                ZipBytes.zip()
                        .with("a/A.class", ONE)
                        .with("META-INF/versions/11/a/A.class", TWO)
                        .bytes());
        assertThat(scan(plain).sites()).hasSize(1);
        byte[] outer =
                ZipBytes.zip().stored("multi.jar", Files.readAllBytes(jar)).bytes();
        assertThat(scan(file("outer.jar", outer)).sites()).hasSize(3);
    }

    @Test
    void aBrokenArchiveIsOneLineAndTheOthersCount() throws IOException {
        byte[] good = ZipBytes.zip().with("a/Two.class", TWO).with("b", "text").bytes();
        file("good.jar", good);
        Path text = file("text.jar", "no archive at all".getBytes(StandardCharsets.UTF_8));
        Path cut = file("cut.jar", Arrays.copyOf(good, good.length - 30));
        Path empty = file("empty.jar", new byte[0]);
        Path encrypted = file("encrypted.jar", ZipBytes.encrypted(good));
        byte[] damaged = good.clone();
        Arrays.fill(damaged, 50, 120, (byte) 0x55);
        Path spoiled = file("spoiled.jar", damaged);
        Path nested =
                file("nested.jar", ZipBytes.zip().with("in.jar", "broken too").bytes());
        Outcome outcome = scan(folder);
        assertThat(outcome.code()).isZero();
        assertThat(outcome.sites()).hasSize(2);
        assertThat(outcome.err()).isEmpty();
        for (Path broken : List.of(text, cut, empty, encrypted, spoiled, nested)) {
            assertThat(outcome.errors())
                    .as(broken.toString())
                    .filteredOn(line -> line.startsWith("  error: " + broken))
                    .hasSize(1);
        }
        assertThat(outcome.errors()).hasSize(6);
        assertThat(outcome.errors()).anyMatch(line -> line.contains("nested.jar!/in.jar: "));
        assertThat(outcome.errors()).anyMatch(line -> line.endsWith("(encrypted entry)"));
        assertThat(outcome.out()).contains("errors: 6\n");
        assertThat(scan(text).code()).isEqualTo(1);
    }

    @Test
    void anEntryThatOccursTwiceIsOneLine() throws IOException {
        byte[] zip =
                ZipBytes.zip().with("a/One.class", ONE).with("a/Eno.class", ONE).bytes();
        Outcome outcome = scan(file("twice.jar", ZipBytes.renamed(zip, "a/Eno", "a/One")));
        assertThat(outcome.sites()).hasSize(1);
        assertThat(outcome.errors()).singleElement().asString().contains("a/One.class: occurs more than once");
    }

    @Test
    void aBombIsOneLineAndDoesNotStopTheOthers() throws IOException {
        byte[] zeros = new byte[12 << 20];
        System.arraycopy(ONE, 0, zeros, 0, ONE.length);
        ZipBytes bomb = ZipBytes.zip();
        for (int i = 0; i < 20; i++) {
            bomb.with("a/C" + i + ".class", zeros);
        }
        byte[] bytes = bomb.bytes();
        Path direct = file("bomb.jar", bytes);
        Path nested = file("nested.jar", ZipBytes.zip().with("x.jar", bytes).bytes());
        file("other.jar", ZipBytes.zip().with("a/Two.class", TWO).bytes());
        Outcome outcome = scan(folder);
        assertThat(outcome.code()).isZero();
        assertThat(outcome.sites()).filteredOn(site -> site.contains("a.Two")).hasSize(2);
        assertThat(outcome.errors())
                .hasSize(2)
                .allMatch(line -> line.contains("unpacks to more than 100 times its size"))
                .anyMatch(line -> line.contains(direct.toString()))
                .anyMatch(line -> line.contains(nested.toString()));
    }

    @Test
    void whatIsTooLargeForAClassIsOneLine() throws IOException {
        byte[] large = new byte[(16 << 20) + 1];
        System.arraycopy(ONE, 0, large, 0, ONE.length);
        Outcome outcome = scan(file("Large.class", large), file("One.class", ONE));
        assertThat(outcome.sites()).hasSize(1);
        assertThat(outcome.errors()).singleElement().asString().contains("Large.class: is larger than ");
    }

    @Test
    void archivesInsideEachOtherEndSomewhere() throws IOException {
        byte[] jar = ZipBytes.zip().with("a/One.class", ONE).bytes();
        for (int i = 0; i < Archives.DEPTH + 1; i++) {
            jar = ZipBytes.zip().with("a/One.class", ONE).with("i.jar", jar).bytes();
        }
        Outcome outcome = scan(file("deep.jar", jar));
        assertThat(outcome.sites()).hasSize(Archives.DEPTH);
        assertThat(outcome.errors()).singleElement().asString().contains("lies inside 8 archives");
    }

    @Test
    void damagedAndTooNewClassesAreOneLineEach() throws IOException {
        byte[] tooNew = ONE.clone();
        tooNew[7] = (byte) 200;
        byte[] cut = Arrays.copyOf(ONE, ONE.length - 20);
        file("New.class", tooNew);
        file("Cut.class", cut);
        file("Text.class", "hello".getBytes(StandardCharsets.UTF_8));
        file("One.class", ONE);
        Outcome outcome = scan(folder);
        assertThat(outcome.code()).isZero();
        assertThat(outcome.sites()).hasSize(1);
        assertThat(outcome.errors())
                .hasSize(3)
                .anyMatch(line -> line.contains("New.class: class file version 200 is newer"))
                .anyMatch(line -> line.contains("Cut.class: no class file that this agent can read"))
                .anyMatch(line -> line.contains("Text.class: no class file that this agent can read"));
        assertThat(scan(folder.resolve("New.class")).code()).isEqualTo(1);
    }

    @Test
    void missingFilesAreOneLineEachAndFailOnlyWhenThereIsNothingElse() throws IOException {
        Path one = file("One.class", ONE);
        Path none = folder.resolve("none.jar");
        Outcome outcome = scan(none, one);
        assertThat(outcome.code()).isZero();
        assertThat(outcome.errors()).containsExactly("  error: " + none + ": is not there");
        assertThat(scan(none).code()).isEqualTo(1);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void linksAreFollowedAndCirclesEnd() throws IOException {
        Path real = Files.createDirectory(folder.resolve("real"));
        file("real/One.class", ONE);
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        Files.createSymbolicLink(real.resolve("circle"), real);
        Files.createSymbolicLink(real.resolve("dangling.jar"), folder.resolve("nothing"));
        Outcome outcome = scan(link);
        assertThat(outcome.sites()).hasSize(1);
        assertThat(outcome.code()).isZero();
    }

    @Test
    void aClassFileMayHaveAnyName() throws IOException {
        Outcome outcome = scan(file("One.class.bak", ONE));
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains("new Semaphore at a.One.make");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatIsNeitherFileNorFolderIsOneLine() {
        Outcome outcome = scan("/dev/zero");
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).contains("/dev/zero: is neither a file nor a folder");
    }

    @Test
    void wildcardsListsAndClassPathsWork() throws IOException {
        Path two = file("lib/two.jar", ZipBytes.zip().with("a/Two.class", TWO).bytes());
        Path one = file("lib/one.jar", ZipBytes.zip().with("a/One.class", ONE).bytes());
        Path extra = file(
                "extra/space here.jar", ZipBytes.zip().with("a/Two.class", TWO).bytes());
        assertThat(scan(folder.resolve("lib/*")).sites()).hasSize(3);
        Path list = file("list", (two + "\n\"" + extra + "\"\n").getBytes(StandardCharsets.UTF_8));
        assertThat(scan("@" + list).sites()).hasSize(4);
        Outcome missing = scan(folder.resolve("nolib/*"));
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.errors()).containsExactly("  error: " + folder.resolve("nolib/*") + ": is not there");

        Path launcher = file(
                "launcher.jar",
                ZipBytes.zip()
                        .with(
                                "META-INF/MANIFEST.MF",
                                manifest("Class-Path: lib/one.jar extra/space%20here.jar lib/gone.jar launcher.jar"))
                        .bytes());
        assertThat(scan("-cp", launcher).sites()).hasSize(3);
        assertThat(scan(launcher).sites()).isEmpty();
        String path = String.join(
                java.io.File.pathSeparator,
                one.toString(),
                "",
                folder.resolve("lib/*").toString());
        assertThat(scan("--class-path", path).sites()).hasSize(3);
    }

    @Test
    void aReportGoesWhereItIsTold() throws IOException {
        Path one = file("One.class", ONE);
        for (String ending : List.of("json", "html", "txt")) {
            Path report = folder.resolve("r." + ending);
            Outcome outcome = scan("--report", report, one);
            assertThat(outcome.code()).isZero();
            assertThat(outcome.out().lines())
                    .containsExactly("scan: 1 classes, 1 sites, 0 errors; the report is in " + report);
            assertThat(report).content().contains("a.One");
        }
        assertThat(folder.resolve("r.json")).content().contains("\"source\" : \"" + one + '"');
        assertThat(folder.resolve("r.html"))
                .content()
                .contains("1 site would be swapped")
                .contains("Found in");
    }

    @Test
    void badUsageIsOneLine() throws IOException {
        Path one = file("One.class", ONE);
        for (Object[] arguments : new Object[][] {
            {},
            {"--report", "r.xml", one},
            {"--report", "r.json", "--format", "json", one},
            {"--format", "xml", one},
            {"--release", "7", one},
            {"--pid", "abc"},
            {"--options", "mode=on", one},
            {"--options", "mode=off", one}
        }) {
            Outcome outcome = scan(arguments);
            assertThat(outcome.code()).as(Arrays.toString(arguments)).isEqualTo(2);
            assertThat(outcome.err().lines()).as(Arrays.toString(arguments)).hasSize(1);
            assertThat(outcome.out()).isEmpty();
        }
        Outcome unwritable = scan("--report", folder.resolve("no/r.json"), one);
        assertThat(unwritable.code()).isEqualTo(1);
        assertThat(unwritable.err().lines()).singleElement().asString().contains("the report cannot be written");
    }

    @Test
    void progressIsALineThatIsRewrittenAndRemoved() throws IOException {
        StringBuilder terminal = new StringBuilder();
        long[] clock = {0};
        try (Progress progress = new Progress(terminal, () -> clock[0])) {
            progress.total(1000);
            progress.at("lib/\u001b[31mred.jar");
            progress.advance(100);
            assertThat(terminal).isEmpty();
            clock[0] += 200_000_000;
            progress.advance(400);
            assertThat(terminal.toString())
                    .startsWith("\r[############            ]  50 %  0 classes  lib/?[31mred.jar");
            progress.advance(400);
            assertThat(terminal.toString().chars().filter(c -> c == '\r')).hasSize(1);
            clock[0] += 200_000_000;
            progress.at("x".repeat(500));
            progress.advance(400);
            assertThat(List.of(terminal.toString().split("\r", -1)))
                    .last()
                    .asString()
                    .hasSize(79)
                    .contains("100 %")
                    .contains("...x");
        }
        assertThat(terminal.toString()).endsWith("\r" + " ".repeat(79) + "\r");
        StringBuilder unused = new StringBuilder();
        try (Progress quick = new Progress(unused, () -> 0)) {
            quick.advance(1);
        }
        assertThat(unused).isEmpty();
    }
}
