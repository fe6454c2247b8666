package io.github.cqs.bench.figures;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(
        name = "figures",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Measures figures 5 to 9 of the CQS paper (PLDI 2023) on this machine: time per operation",
            "of its algorithms, of the JDK's classes, of ours that replace them, and of baselines.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every point was measured", "1:a point failed", "2:wrong usage"})
final class FiguresCommand implements Callable<Integer> {
    private static final int FORKS = 5;
    private static final int REPEATS = 2;
    private static final Pattern PROPERTY = Pattern.compile("cqs\\.[a-z.]+=[0-9]+");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--quick",
            description = "fewer points, one JVM and short slices for each: minutes, an indication only")
    private boolean quick;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "the points in whose name this is found, such as fig7.permits4.16")
    private @Nullable String only;

    @Option(names = "--list", description = "print the points' names and exit")
    private boolean list;

    @Option(names = "--forks", paramLabel = "N", description = "JVMs for each point (default: 5, quick: 1)")
    private @Nullable Integer forks;

    @Option(
            names = "--timing",
            paramLabel = "MS/N/MS",
            description = "of a JVM: warm-up of each series, blocks, slice (default: 400/2/120, quick: 80/1/40)")
    private @Nullable String timing;

    @Option(
            names = "--tune",
            paramLabel = "KEY=N",
            description = "a tunable of the engines, such as cqs.spin.nanos=0; may be repeated")
    private List<String> tuning = List.of();

    @Option(names = "--out", paramLabel = "DIR", description = "tables, raw data and pictures (default: figures-out)")
    private @Nullable Path out;

    @Option(names = "--root", hidden = true)
    private Path root = Path.of("");

    @Option(names = "--live", hidden = true, description = "rewrite one progress line")
    private boolean live;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this and exit")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Override
    public Integer call() throws Exception {
        List<Point> points = points();
        if (list) {
            points.forEach(point -> spec().commandLine().getOut().println(point.name()));
            return 0;
        }
        List<String> args = spec().commandLine().getParseResult().originalArgs();
        return new Figures(settings(points), live, System.out, System.err).run(args);
    }

    private FigureSettings settings(List<Point> points) {
        Path top = root.toAbsolutePath().normalize();
        tuning.forEach(property -> {
            if (!PROPERTY.matcher(property).matches()) {
                throw usage("Invalid value for option '--tune': a name cqs.AREA.NAME, =, and a number");
            }
        });
        return new FigureSettings(
                top,
                Path.of(System.getProperty("java.home"), "bin", "java"),
                out == null ? top.resolve("figures-out") : out.toAbsolutePath(),
                points,
                forkCount(),
                quick ? 0 : REPEATS,
                timing(),
                tuning);
    }

    private List<Point> points() {
        Pattern pattern = pattern();
        List<Point> points = Point.all(quick).stream()
                .filter(point -> pattern.matcher(point.name()).find())
                .toList();
        if (points.isEmpty()) {
            throw usage("no point's name matches '" + only + "'");
        }
        return points;
    }

    private Pattern pattern() {
        try {
            return Pattern.compile(only == null ? "" : only);
        } catch (PatternSyntaxException e) {
            throw usage("Invalid value for option '--only': " + e.getDescription());
        }
    }

    private int forkCount() {
        if (forks == null) {
            return quick ? 1 : FORKS;
        }
        if (forks < 1) {
            throw usage("Invalid value for option '--forks': must be at least 1");
        }
        return forks;
    }

    private PointTiming timing() {
        if (timing == null) {
            return quick ? PointTiming.QUICK : PointTiming.FULL;
        }
        try {
            return PointTiming.parse(timing);
        } catch (IllegalArgumentException e) {
            throw usage("Invalid value for option '--timing': three numbers with / between them");
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec().commandLine(), message);
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("to be called by picocli");
        }
        return spec;
    }
}
