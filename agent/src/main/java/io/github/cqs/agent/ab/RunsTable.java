package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.List;

/** {@code runs.csv}: a line for each run, discarded ones included. */
final class RunsTable {
    private RunsTable() {}

    static String csv(Experiment experiment) {
        StringBuilder text = new StringBuilder();
        List<String> headings = new ArrayList<>(List.of(
                "run", "block", "arm", "start_seconds", "exit_code", "problem", "foreign_cpu", "shared_classes"));
        experiment.metrics().forEach(metric -> headings.add(metric.name()));
        line(text, headings);
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
            line(text, row);
        }
        return text.toString();
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "";
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
