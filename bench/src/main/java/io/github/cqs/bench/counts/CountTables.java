package io.github.cqs.bench.counts;

import io.github.cqs.bench.counts.Counts.Counted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.statistics.descriptive.Median;

/** The counts as text. */
final class CountTables {
    static final String CSV_HEADER = "cell,jdk,threads,impl,metric,median,least,most";

    /** Heading and metric of a column for people. */
    private static final Map<String, String> COLUMNS = columns();

    private CountTables() {}

    private static Map<String, String> columns() {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("CAS", "cas");
        columns.put("failed", "failed_cas");
        columns.put("FAA, swap", "rmw");
        columns.put("volatile writes", "volatile_write");
        columns.put("plain writes", "plain_write");
        columns.put("lines", "lines");
        columns.put("moved", "moved");
        columns.put("moved if padded", "moved_padded");
        columns.put("reads", "read");
        columns.put("objects", "object");
        columns.put("parks", "park");
        columns.put("unparks", "unpark");
        columns.put("most unparks", "most_unparks");
        return columns;
    }

    /** One line for each figure: the median of the rounds, and their range. */
    static List<String> csv(int jdk, List<Counted> all) {
        List<String> lines = new ArrayList<>(List.of(CSV_HEADER));
        for (Counted counted : all) {
            for (String metric : counted.rounds().get(0).keySet()) {
                double[] values = counted.rounds().stream()
                        .mapToDouble(round -> round.getOrDefault(metric, Double.NaN))
                        .toArray();
                lines.add(String.join(
                        ",",
                        counted.cell(),
                        Integer.toString(jdk),
                        Integer.toString(counted.threads()),
                        counted.impl(),
                        metric,
                        number(Median.withDefaults().evaluate(values)),
                        number(java.util.Arrays.stream(values).min().orElse(Double.NaN)),
                        number(java.util.Arrays.stream(values).max().orElse(Double.NaN))));
            }
        }
        return lines;
    }

    /** Which fields made lines move, in the last round. */
    static List<String> moved(int jdk, List<Counted> all) {
        List<String> lines = new ArrayList<>(List.of("cell,jdk,threads,impl,place,moved"));
        for (Counted counted : all) {
            counted.movedBy()
                    .forEach((place, moved) -> lines.add(String.join(
                            ",",
                            counted.cell(),
                            Integer.toString(jdk),
                            Integer.toString(counted.threads()),
                            counted.impl(),
                            place,
                            number(moved))));
        }
        return lines;
    }

    /** From the lines of {@link #csv}: a row for each cell and number of threads, each figure ours / the JDK's. */
    static String markdown(List<String> csv) {
        Map<String, Map<String, String>> rows = new LinkedHashMap<>();
        for (String line : csv.subList(1, csv.size())) {
            String[] part = line.split(",", -1);
            rows.computeIfAbsent("`" + part[0] + "` | " + part[2], key -> new LinkedHashMap<>())
                    .put(part[3] + "." + part[4], part[5]);
        }
        StringBuilder text = new StringBuilder("| cell | threads |");
        COLUMNS.keySet().forEach(heading -> text.append(' ').append(heading).append(" |"));
        text.append("\n|---|--:|").append("--:|".repeat(COLUMNS.size())).append('\n');
        rows.forEach((key, values) -> {
            text.append("| ").append(key).append(" |");
            for (String metric : COLUMNS.values()) {
                text.append(' ')
                        .append(values.getOrDefault("CQS." + metric, ""))
                        .append(" / ")
                        .append(values.getOrDefault("JDK." + metric, ""))
                        .append(" |");
            }
            text.append('\n');
        });
        return text.toString();
    }

    /** At most two decimals, none that are 0. */
    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceAll("\\.?0+$", "");
    }
}
