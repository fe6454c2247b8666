package io.github.cqs.bench.figures;

import io.github.cqs.bench.command.BenchCommand;
import io.github.cqs.bench.matrix.Timing;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
final class FiguresCommand extends BenchCommand {
    private static final Timing FULL = new Timing(400, 2, 120);
    private static final Timing QUICK = new Timing(80, 1, 40);
    private static final int FORKS = 5;
    private static final int REPEATS = 2;
    private static final Pattern PROPERTY = Pattern.compile("cqs\\.[a-z.]+=[0-9]+");

    @Option(
            names = "--quick",
            description = "fewer points, one JVM and short slices for each: minutes, an indication only")
    private boolean quick;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "the points in whose name this is found, such as fig7.permits4.16")
    private Pattern only = Pattern.compile("");

    @Option(names = "--list", description = "print the points' names and exit")
    private boolean list;

    @Option(names = "--forks", paramLabel = "N", description = "JVMs for each point (default: 5, quick: 1)")
    private @Nullable Integer forks;

    @Option(
            names = "--timing",
            paramLabel = "MS/N/MS",
            converter = Timing.Converter.class,
            description = "of a JVM: warm-up of each series, blocks, slice (default: 400/2/120, quick: 80/1/40)")
    private @Nullable Timing timing;

    @Option(
            names = "--tune",
            paramLabel = "KEY=N",
            description = "a tunable of the engines, such as cqs.spin.nanos=0; may be repeated")
    private List<String> tuning = List.of();

    @Option(names = "--out", paramLabel = "DIR", description = "tables, raw data and pictures (default: figures-out)")
    private @Nullable Path out;

    @Override
    public Integer call() throws Exception {
        List<Point> points = points();
        if (list) {
            points.forEach(point -> print(point.name()));
            return 0;
        }
        return new Figures(settings(points), isLive(), System.out, System.err).run(arguments());
    }

    private FigureSettings settings(List<Point> points) {
        tuning.forEach(property -> {
            if (!PROPERTY.matcher(property).matches()) {
                throw usage("Invalid value for option '--tune': a name cqs.AREA.NAME, =, and a number");
            }
        });
        return new FigureSettings(
                root(),
                java(),
                fileOr(out, "figures-out"),
                points,
                atLeastOne("--forks", forks, quick ? 1 : FORKS),
                quick ? 0 : REPEATS,
                timing != null ? timing : quick ? QUICK : FULL,
                tuning);
    }

    private List<Point> points() {
        List<Point> points = matching(only, Point.all(quick), Point::name);
        if (points.isEmpty()) {
            throw noMatch("point", only);
        }
        return points;
    }
}
