package io.github.cqs.agent.cli;

import io.github.cqs.agent.install.DeliveredClasses;
import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.report.Reports;
import io.github.cqs.agent.report.RunRecord;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what would be swapped in jars and folders, without running anything of them. */
@Command(
        name = "scan",
        mixinStandardHelpOptions = true,
        description = "Says what would be swapped in jars and class directories, jars inside jars included.")
final class ScanCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "PATH", description = "Jars, class files, or folders of either.")
    private List<Path> paths = List.of();

    @picocli.CommandLine.Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text, json or html; text if not given.")
    private String format = "text";

    @picocli.CommandLine.Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where to write; standard output if not given.")
    private @Nullable Path out;

    @picocli.CommandLine.Option(
            names = "--options",
            paramLabel = "KEY=VALUE,...",
            defaultValue = "",
            description = "Options of the agent that the scan should respect: primitives, include, exclude.")
    private String arguments = "";

    ScanCommand() {}

    @Override
    public Integer call() throws IOException {
        Options options = Options.read(arguments, new Properties(), Map.of());
        if (!options.problems().isEmpty()) {
            throw new ParameterException(spec.commandLine(), String.join("; ", options.problems()));
        }
        if (!List.of("text", "json", "html").contains(format)) {
            throw new ParameterException(
                    spec.commandLine(), "bad value '" + format + "' for --format; valid: text, json, html");
        }
        DeliveredClasses delivered = DeliveredClasses.read();
        RunRecord run = new RunRecord(options, delivered.version(), true);
        run.state("scan");
        ClassScan scan = new ClassScan(options, delivered.constructors(), run);
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new IOException("scan: " + path + " is not there");
            }
            try (Stream<Path> files = Files.walk(path)) {
                for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                    scanFile(scan, file);
                }
            }
        }
        String text = Reports.render(run, format);
        if (out == null) {
            Main.print(spec, text);
        } else {
            Files.writeString(out, text, StandardCharsets.UTF_8);
        }
        return run.hasFailures() ? Main.FAILED : Main.FINE;
    }

    private static void scanFile(ClassScan scan, Path file) throws IOException {
        String name = file.toString();
        if (name.endsWith(".class")) {
            scan.look(name, Files.readAllBytes(file));
        } else if (isArchive(name)) {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
                scanArchive(scan, name, in);
            }
        }
    }

    private static void scanArchive(ClassScan scan, String archive, InputStream in) throws IOException {
        /* Not closed: it may be an entry of an outer archive. */
        @SuppressWarnings("resource")
        ZipInputStream zip = new ZipInputStream(in);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            String name = archive + "!/" + entry.getName();
            if (name.endsWith(".class")) {
                scan.look(name, zip.readAllBytes());
            } else if (isArchive(name)) {
                scanArchive(scan, name, zip);
            }
        }
    }

    private static boolean isArchive(String name) {
        return name.endsWith(".jar") || name.endsWith(".war") || name.endsWith(".ear") || name.endsWith(".zip");
    }
}
