package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code runs.csv}: a line for each run, discarded ones included. */
final class RunsTable {
    private RunsTable() {}

    static String csv(Experiment experiment) {
        StringBuilder text = new StringBuilder();
        rows(experiment).forEach(row -> line(text, row));
        return text.toString();
    }

    /** The headings, then a row for each run. */
    static List<List<String>> rows(Experiment experiment) {
        List<List<String>> rows = new ArrayList<>();
        List<String> headings = new ArrayList<>(List.of(
                "run", "block", "arm", "start_seconds", "exit_code", "problem", "foreign_cpu", "shared_classes"));
        experiment.metrics().forEach(metric -> headings.add(metric.name()));
        rows.add(headings);
        for (Run run : experiment.runs()) {
            List<String> row = new ArrayList<>(List.of(
                    Integer.toString(run.number()),
                    Integer.toString(run.block()),
                    run.arm(),
                    number(run.startSeconds()),
                    run.exitCode() == null ? "" : run.exitCode().toString(),
                    run.problem() == null ? "" : run.problem(),
                    number(run.foreignCpu()),
                    number(run.sharedClasses())));
            experiment.metrics().forEach(metric -> row.add(number(run.value(metric))));
            rows.add(row);
        }
        return rows;
    }

    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.6g", value).replaceFirst("(\\.\\d*?)0+$", "$1");
    }

    private static void line(StringBuilder text, List<String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            text.append(i == 0 ? "" : ",").append(cell(cells.get(i)));
        }
        text.append('\n');
    }

    private static String cell(String text) {
        return text.matches("[^,\"\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
