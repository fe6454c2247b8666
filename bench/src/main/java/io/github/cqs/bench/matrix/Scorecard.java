package io.github.cqs.bench.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.apache.commons.statistics.descriptive.Median;

/** What recorded runs of the matrix come to, group of cells by group of cells, against what is asked for: the README's table. */
final class Scorecard {
    private static final double NONE = Double.NaN;

    /**
     * Cells of which the same is asked.
     *
     * @param cells their names
     * @param median what the median of their ratios should reach, NaN for nothing
     * @param floor what the lower end of each one's interval should reach, NaN for nothing
     */
    private record Group(String title, Pattern cells, double median, double floor) {}

    private static final List<Group> GROUPS = List.of(
            group("without contention, every class and call site", "uncontended\\..*", 1.00, 0.97),
            group("lock, unfair, 2 threads", "lock\\.unfair\\.t2\\..*", 1.8, 0.97),
            group("lock, unfair, 4 threads", "lock\\.unfair\\.t4\\..*", 1.35, 0.97),
            group("lock, unfair, 16 and 64 threads", "lock\\.unfair\\.t(16|64)\\..*", 1.15, 0.97),
            group("lock, fair, 2 threads", "lock\\.fair\\.t2\\..*", 25, 0.95),
            group("lock, fair, 4 threads", "lock\\.fair\\.t4\\..*", 12, 0.95),
            group("lock, fair, 16 threads", "lock\\.fair\\.t16\\..*", 1.4, 0.95),
            group("lock, fair, 64 threads", "lock\\.fair\\.t64\\..*", 1.05, 0.95),
            group(
                    "lock, unfair, long sections, few meetings, or all in line at first",
                    "lock\\.unfair\\.[ls].*",
                    NONE,
                    0.97),
            group(
                    "lock, fair, long sections, few meetings, or all in line at first",
                    "lock\\.fair\\.[ls].*",
                    NONE,
                    0.95),
            group("lock, unfair, virtual threads", "lock\\.unfair\\.v.*", 1.35, 1.0),
            group("lock, fair, virtual threads", "lock\\.fair\\.v.*", 1.5, 1.0),
            group(
                    "lock: conditions, buffers, reentrance, `tryLock`, one thread",
                    "lock\\.(fair|unfair)\\.(t1\\.|[bcrt][a-z]).*",
                    NONE,
                    0.97),
            group("semaphore, unfair", "semaphore\\.unfair\\..*", 1.03, 0.97),
            new Group("semaphore, fair, enough permits", permits(true), 1.05, 0.97),
            new Group("semaphore, fair, too few permits", permits(false), 1.2, 0.95),
            group("latch", "latch\\..*", 1.2, 0.97),
            group("barrier, one party", "barrier\\.t1", NONE, 0.97),
            group("barrier, 2 parties", "barrier\\.t2.*", 25, 0.95),
            group("barrier, 4 parties", "barrier\\.t4.*", 1.5, 0.95),
            group("barrier, 16 and 64 parties", "barrier\\.t(16|64).*", 1.1, 0.95),
            group("barrier, virtual threads", "barrier\\.v.*", 1.8, 0.95),
            group("queue, unfair, pool of elements", "queue\\.unfair\\.pool.*", 1.2, 0.95),
            group("queue, unfair, producers and consumers", "queue\\.unfair\\.c.*", 5, 0.95),
            group("queue, fair", "queue\\.fair\\.[cp].*", 8, 1.5),
            group("queue, `offer` and `poll`, one thread", "queue\\.(fair|unfair)\\.offerpoll", NONE, 0.97),
            group("giving up by timeout, nobody queued", "abort\\..*\\.timeout\\.q0", NONE, 1.0),
            group("giving up by timeout, 10 queued", "abort\\..*\\.timeout\\.q10", 1.1, 1.0),
            group("giving up by timeout, 100 queued", "abort\\..*\\.timeout\\.q100", 4, 1.0),
            group("giving up by timeout, 1000 and 10 000 queued", "abort\\..*\\.timeout\\.q10{3,4}", 60, 1.0),
            group("giving up by interrupt, nobody queued", "abort\\..*\\.interrupt\\.q0", NONE, 1.0),
            group("giving up by interrupt, 10 queued", "abort\\..*\\.interrupt\\.q10", 1.1, 1.0),
            group("giving up by interrupt, 100 queued", "abort\\..*\\.interrupt\\.q100", 4, 1.0),
            group("giving up by interrupt, 1000 and 10 000 queued", "abort\\..*\\.interrupt\\.q10{3,4}", 60, 1.0),
            group("construction", "idle\\..*\\.time", NONE, 0.97),
            group("bytes of an idle object", "idle\\..*\\.bytes", NONE, NONE));

    private static Group group(String title, String cells, double median, double floor) {
        return new Group(title, Pattern.compile(cells), median, floor);
    }

    /** Fair semaphores whose threads find a permit, or do not. */
    private static Pattern permits(boolean enough) {
        List<String> names = new ArrayList<>();
        for (Cell cell : Catalogue.all()) {
            Shape shape = cell.shape();
            if (cell.name().startsWith("semaphore.fair.")
                    && enough == (shape.threads() * shape.units() <= shape.size())) {
                names.add(Pattern.quote(cell.name()));
            }
        }
        return Pattern.compile(String.join("|", names));
    }

    /**
     * A line of {@code details.csv}.
     *
     * @param low the lower end of the ratio's interval
     * @param cpu time of an operation, ours / the JDK's
     * @param jdkLeast share of the unluckiest thread, 1 being an equal one
     */
    record Line(
            String cell,
            int threads,
            double ratio,
            double low,
            double high,
            double cpu,
            double jdkLeast,
            double cqsLeast) {
        private static final double MOST_CPU = 1.1;
        private static final double LEAST_OF_THE_JDKS = 0.8;

        /** Of less than this share of its due it is chance how little a thread gets. */
        private static final double SHARE_THAT_COUNTS = 0.05;

        static Line parse(List<String> header, String csv) {
            List<String> fields = List.of(csv.split(",", -1));
            ToDoubleFunction<String> field = name -> number(fields.get(header.indexOf(name)));
            return new Line(
                    fields.get(header.indexOf("cell")),
                    Integer.parseInt(fields.get(header.indexOf("threads"))),
                    field.applyAsDouble("ratio"),
                    field.applyAsDouble("ci_low"),
                    field.applyAsDouble("ci_high"),
                    field.applyAsDouble("cqs_cpu_ns_per_op") / field.applyAsDouble("jdk_cpu_ns_per_op"),
                    field.applyAsDouble("jdk_unluckiest"),
                    field.applyAsDouble("cqs_unluckiest"));
        }

        private static double number(String field) {
            return field.isEmpty() ? Double.NaN : Double.parseDouble(field);
        }

        boolean fallsShort(Group group) {
            return high < group.floor();
        }

        boolean isUndecided(Group group) {
            return low < group.floor() && !fallsShort(group);
        }

        boolean burns() {
            return cpu > MOST_CPU;
        }

        boolean isComparable() {
            return cell.contains(".unfair.") && jdkLeast >= SHARE_THAT_COUNTS;
        }

        boolean starves() {
            return cqsLeast < LEAST_OF_THE_JDKS * jdkLeast;
        }
    }

    /**
     * One recorded run.
     *
     * @param title of its column
     */
    record Run(String title, int processors, List<Line> lines) {
        static Run read(Path folder) throws IOException {
            List<String> csv = Files.readAllLines(folder.resolve("details.csv"));
            List<String> header = List.of(csv.get(0).split(",", -1));
            return new Run(
                    csv.size() < 2 ? "?" : csv.get(1).split(",", -1)[header.indexOf("jdk")],
                    RawData.read(folder).machine().cores(),
                    csv.stream()
                            .skip(1)
                            .map(line -> Line.parse(header, line))
                            .filter(line -> Double.isFinite(line.ratio()))
                            .toList());
        }

        /** The cells with more threads than processors. */
        List<Line> crowded() {
            return lines.stream().filter(line -> line.threads() > processors).toList();
        }
    }

    private final List<Run> runs;

    Scorecard(List<Run> runs) {
        this.runs = runs;
    }

    /** Reads recorded runs. */
    static Scorecard read(List<Path> folders) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (Path folder : folders) {
            runs.add(Run.read(folder));
        }
        return new Scorecard(runs);
    }

    /** The table, and below it the cells that fall short or may do so. */
    String markdown() {
        StringBuilder text = new StringBuilder("| cells | asked: median, lowest |");
        runs.forEach(run -> text.append(" JDK ").append(run.title()).append(": median, lowest |"));
        text.append("\n|---|---|").append("---|".repeat(runs.size())).append('\n');
        for (Group group : GROUPS) {
            if (runs.stream().allMatch(run -> of(group, run.lines()).isEmpty())) {
                continue;
            }
            text.append("| ")
                    .append(group.title())
                    .append(" | ")
                    .append(figure(group.median()))
                    .append(", ");
            text.append(figure(group.floor())).append(" |");
            for (Run run : runs) {
                text.append(' ').append(summary(group, of(group, run.lines()))).append(" |");
            }
            text.append('\n');
        }
        for (Run run : runs) {
            text.append('\n').append(below(run, Line::fallsShort, "fall short: what is asked is above their interval"));
            text.append('\n')
                    .append(below(run, Line::isUndecided, "are undecided: what is asked is within their interval"));
        }
        for (Run run : runs) {
            text.append('\n').append(burnt(run)).append('\n').append(starved(run));
        }
        return text.toString();
    }

    private static List<Line> of(Group group, List<Line> run) {
        return run.stream()
                .filter(line -> group.cells().matcher(line.cell()).matches())
                .toList();
    }

    private static String summary(Group group, List<Line> lines) {
        if (lines.isEmpty()) {
            return "-";
        }
        double median = Median.withDefaults().evaluate(values(lines, Line::ratio));
        Line lowest = lines.stream().min(Comparator.comparingDouble(Line::low)).orElseThrow();
        return mark(figure(median), median, group.median()) + ", "
                + mark(figure(lowest.low()), lowest.low(), group.floor());
    }

    /** What reaches its aim stands out. */
    private static String mark(String figure, double value, double aim) {
        return value >= aim ? "**" + figure + "**" : figure;
    }

    /** The cells of which that is true of the line and of what its group asks for, folded away. */
    private static String below(Run run, BiPredicate<Line, Group> shown, String what) {
        int cells = 0;
        StringBuilder rows = new StringBuilder();
        for (Group group : GROUPS) {
            String head = group.title() + ", asked: " + figure(group.floor());
            for (Line line : of(group, run.lines())) {
                if (shown.test(line, group)) {
                    cells++;
                    rows.append("| ").append(head).append(' ');
                    rows.append(row(line, figure(line.low()) + " .. " + figure(line.high())));
                    head = ""; // once for all cells of a group
                }
            }
        }
        return folded(
                "JDK " + run.title() + ": " + cells + " of " + run.lines().size() + " cells " + what,
                "| cells | cell | ratio | 95 % interval |\n|---|---|--:|--:|\n",
                rows);
    }

    /** Cells in which an operation costs too much CPU time. */
    private static String burnt(Run run) {
        List<Line> cells = run.crowded().stream().filter(Line::burns).toList();
        StringBuilder rows = new StringBuilder();
        for (Line line : cells) {
            rows.append(row(line, figure(line.cpu())));
        }
        return folded(
                "JDK " + run.title() + ": " + cells.size() + " of "
                        + run.crowded().size()
                        + " cells with more threads than processors take more than 1.1 times the JDK's CPU time for an "
                        + "operation",
                "| cell | ratio | CPU time, ours / the JDK's |\n|---|--:|--:|\n",
                rows);
    }

    /** Unfair cells in which somebody gets clearly less than with the JDK's class. */
    private static String starved(Run run) {
        List<Line> comparable =
                run.crowded().stream().filter(Line::isComparable).toList();
        List<Line> cells = comparable.stream().filter(Line::starves).toList();
        StringBuilder rows = new StringBuilder();
        for (Line line : cells) {
            rows.append(row(line, shares(line)));
        }
        return folded(
                "JDK " + run.title() + ": in " + cells.size() + " of " + comparable.size()
                        + " unfair cells the unluckiest thread gets less than four fifths of what it gets of the JDK's",
                "| cell | ratio | share of its due, ours | the JDK's |\n|---|--:|--:|--:|\n",
                rows);
    }

    /** What the unluckiest thread gets in every cell of the runs in which that can be compared. */
    String shares() {
        StringBuilder text = new StringBuilder(
                "| JDK | cell | ratio | share of its due, ours | the JDK's |\n|---|---|--:|--:|--:|\n");
        for (Run run : runs) {
            for (Line line : run.lines()) {
                if (line.isComparable()) {
                    text.append("| ").append(run.title()).append(' ').append(row(line, shares(line)));
                }
            }
        }
        return text.toString();
    }

    private static String shares(Line line) {
        return figure(line.cqsLeast()) + " | " + figure(line.jdkLeast());
    }

    private static String row(Line line, String figures) {
        return "| `" + line.cell() + "` | " + figure(line.ratio()) + " | " + figures + " |\n";
    }

    /** A sentence, and a table behind it if that has rows. */
    private static String folded(String summary, String head, StringBuilder rows) {
        return rows.isEmpty()
                ? summary + ".\n"
                : "<details>\n<summary>" + summary + "</summary>\n\n" + head + rows + "\n</details>\n";
    }

    private static double[] values(List<Line> lines, ToDoubleFunction<Line> figure) {
        return lines.stream().mapToDouble(figure).toArray();
    }

    private static String figure(double value) {
        return Double.isNaN(value)
                ? "-"
                : String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    /** How many groups the cell belongs to: one, or they are to be mended. */
    static long groupsOf(Cell cell) {
        return GROUPS.stream()
                .filter(group -> group.cells().matcher(cell.name()).matches())
                .count();
    }

    /** What the lower end of this cell's interval should reach, NaN for nothing. */
    static double floor(Cell cell) {
        return GROUPS.stream()
                .filter(group -> group.cells().matcher(cell.name()).matches())
                .mapToDouble(Group::floor)
                .findFirst()
                .orElse(NONE);
    }
}
