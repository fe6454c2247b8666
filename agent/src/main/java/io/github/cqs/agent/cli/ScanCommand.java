package io.github.cqs.agent.cli;

import io.github.cqs.agent.install.DeliveredClasses;
import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.options.Options.Origin;
import io.github.cqs.agent.options.ReportFile;
import io.github.cqs.agent.report.HandOffs;
import io.github.cqs.agent.report.Reports;
import io.github.cqs.agent.report.RunRecord;
import io.github.cqs.agent.report.SiteSpool;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
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
        description = {
            "Says what would be swapped in jars, class files and folders, jars inside jars included, without running them.",
            "Exit code: 1 if there were errors and not one class could be looked at, else 0."
        })
final class ScanCommand implements Callable<Integer> {
    private static final Set<Option> RESPECTED = Set.of(Option.PRIMITIVES, Option.INCLUDE, Option.EXCLUDE);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "PATH",
            description =
                    "Jars, class files, folders of either, 'FOLDER/*' for the jars of a folder, or @FILE for a file"
                            + " that lists any of these.")
    private List<Path> paths = List.of();

    @picocli.CommandLine.Option(
            names = {"-cp", "--class-path"},
            paramLabel = "CLASSPATH",
            description = "A class path; what the manifests of its jars name belongs to it.")
    private @Nullable String classPath;

    @picocli.CommandLine.Option(
            names = "--pid",
            paramLabel = "PID",
            description = "The class path and module path of a running JVM, which is asked for them and not changed.")
    private @Nullable Long pid;

    @picocli.CommandLine.Option(
            names = "--release",
            paramLabel = "N",
            description = "The Java release whose classes of multi-release jars count; this JVM's if not given.")
    private @Nullable Integer release;

    @picocli.CommandLine.Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Where to write: a file that ends in .json, .html or .txt. Standard output if not given.")
    private @Nullable Path report;

    @picocli.CommandLine.Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "text, json or html, for standard output and --out; text if not given.")
    private @Nullable String format;

    @picocli.CommandLine.Option(
            names = "--out",
            paramLabel = "FILE",
            description = "As --report, for a file of any name.")
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
            throw misuse(String.join("; ", options.problems()));
        }
        for (Option option : Option.all()) {
            if (options.origin(option) != Origin.DEFAULT && !RESPECTED.contains(option)) {
                throw misuse("--options: " + option.key()
                        + " changes nothing in a scan; valid: primitives, include, exclude");
            }
        }
        Path target = target();
        Runtime.Version version = version();
        Set<Path> files = files();
        DeliveredClasses delivered = DeliveredClasses.read();
        RunRecord run = new RunRecord(options, delivered.version(), true);
        run.state("scan");
        run.handOffs(HandOffs.off("a scan runs nothing"));
        try (Workspace workspace = new Workspace(Archives.DEPTH);
                SiteSpool sites = new SiteSpool(workspace.sites())) {
            run.spoolTo(sites);
            ClassScan classes = new ClassScan(options, delivered.constructors(), run);
            try (Progress progress = Progress.onTerminal()) {
                look(files, run, new Archives(classes, run, version, workspace, progress), progress);
            }
            write(run, sites, target);
        }
        return run.hasFailures() && run.classesScanned() == 0 ? Main.FAILED : Main.FINE;
    }

    private static void look(Set<Path> files, RunRecord run, Archives archives, Progress progress) {
        if (progress.isShown()) {
            long bytes = 0;
            for (Path file : files) {
                bytes += PathScan.size(file);
            }
            progress.total(bytes);
        }
        PathScan scan = new PathScan(archives, run, progress);
        for (Path file : files) {
            scan.scan(file);
        }
    }

    private void write(RunRecord run, SiteSpool sites, @Nullable Path target) throws IOException {
        PrintWriter stdout = spec.commandLine().getOut();
        String wanted = format == null ? "text" : format;
        if (target == null) {
            Reports.write(run, wanted, stdout);
            stdout.flush();
            return;
        }
        if (report != null) {
            Reports.writeFile(run, target);
        } else {
            ReportFile.write(target, file -> Reports.write(run, wanted, file));
        }
        Main.print(
                spec,
                "scan: " + run.classesScanned() + " classes, " + sites.count() + " sites, " + run.failuresCounted()
                        + " errors; the report is in " + target + '\n');
    }

    /** The file to write, {@code null} for standard output. Whether that is possible is found out before the scan. */
    private @Nullable Path target() {
        if (format != null && !List.of("text", "json", "html").contains(format)) {
            throw misuse("bad value '" + format + "' for --format; valid: text, json, html");
        }
        if (report != null && (out != null || format != null)) {
            throw misuse("--report says both where to and in which format: it excludes --out and --format");
        }
        if (report != null && !ReportFile.isReport(report.toString())) {
            throw misuse("bad value '" + report + "' for --report; valid: a file ending in .json, .html or .txt");
        }
        Path target = report == null ? out : report;
        String problem = target == null ? null : ReportFile.problem(target);
        if (problem != null) {
            throw new IllegalStateException("scan: the report cannot be written to '" + target + "': " + problem);
        }
        return target;
    }

    private Runtime.Version version() {
        if (release == null) {
            return Runtime.version();
        }
        if (release < 8) {
            throw misuse("bad value '" + release + "' for --release; valid: 8 or more");
        }
        return Runtime.Version.parse(release.toString());
    }

    private Set<Path> files() throws IOException {
        Set<Path> files = new LinkedHashSet<>();
        for (Path path : paths) {
            if (path.toString().isEmpty()) {
                throw misuse("an empty PATH; the current folder is .");
            }
            files.addAll(ClassPath.isWildcard(path) ? ClassPath.jars(path) : List.of(path));
        }
        if (classPath != null) {
            ClassPath elements = new ClassPath(Path.of(""));
            elements.add(classPath);
            files.addAll(elements.elements());
        }
        if (pid != null) {
            files.addAll(running(pid));
        }
        if (files.isEmpty()) {
            throw misuse("nothing to look at: no PATH, --class-path or --pid, or an empty one");
        }
        return files;
    }

    private static Set<Path> running(long process) throws IOException {
        Properties properties;
        try {
            properties = Attachment.properties(process);
        } catch (NoClassDefFoundError e) {
            throw new IOException("scan: this Java runtime lacks the module jdk.attach", e);
        }
        ClassPath elements = new ClassPath(Path.of(properties.getProperty("user.dir", "")));
        elements.add(properties.getProperty("java.class.path"));
        elements.add(properties.getProperty("jdk.module.path"));
        return elements.elements();
    }

    private ParameterException misuse(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
