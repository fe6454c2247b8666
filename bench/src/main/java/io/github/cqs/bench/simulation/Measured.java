package io.github.cqs.bench.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of {@code ces.csv} about tasks that share one lock.
 *
 * @param foreign share of the machine's CPU time that went to others; NaN if unknown
 */
record Measured(
        String load,
        String part,
        int tasks,
        int section,
        int parallel,
        String setting,
        String contender,
        double throughput,
        double jain,
        double foreign) {

    private static final double DISTURBED = 0.10;

    private static final Pattern LOAD = Pattern.compile("(\\w+)\\.n(\\d+)\\.s(\\d+)\\.p(\\d+)");

    /** Whether the machine was not its own. */
    boolean disturbed() {
        return foreign > DISTURBED;
    }

    /** Lines without a throughput, or about several locks, are left out. */
    static List<Measured> read(Path csv) throws IOException {
        List<String> lines = Files.readAllLines(csv);
        List<String> names = List.of(lines.get(0).split(",", -1));
        List<Measured> measured = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            Matcher load = LOAD.matcher(fields[names.indexOf("load")]);
            String throughput = fields[names.indexOf("ops_per_s")];
            if (load.matches() && !throughput.isEmpty()) {
                measured.add(new Measured(
                        load.group(),
                        load.group(1),
                        Integer.parseInt(load.group(2)),
                        Integer.parseInt(load.group(3)),
                        Integer.parseInt(load.group(4)),
                        fields[names.indexOf("setting")],
                        fields[names.indexOf("contender")],
                        Double.parseDouble(throughput),
                        Double.parseDouble(fields[names.indexOf("jain")]),
                        number(fields[names.indexOf("foreign_cpu")])));
            }
        }
        return measured;
    }

    private static double number(String field) {
        return field.isEmpty() ? Double.NaN : Double.parseDouble(field);
    }
}
