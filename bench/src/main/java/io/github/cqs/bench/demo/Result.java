package io.github.cqs.bench.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * What the comparison found for one program; NaN stands for what it did not find.
 *
 * @param without median throughput without the agent
 * @param with median throughput with the agent
 * @param pairs blocks that count
 * @param ratio throughput with the agent over that without
 * @param low lower end of its 95 % interval
 * @param high upper end
 * @param verdict faster, slower or undecided
 * @param failed the arms of which a run failed
 * @param problem of the first run that failed, or null
 * @param sitesSwapped call sites that the agent rewrote; -1 if unknown
 * @param instances created at them, by simple type name
 * @param errors what went wrong in the agent
 * @param foreignCpu share of the CPU that other processes took, by run
 */
record Result(
        Program program,
        double without,
        double with,
        int pairs,
        double ratio,
        double low,
        double high,
        String verdict,
        List<String> failed,
        @Nullable String problem,
        long sitesSwapped,
        Map<String, Long> instances,
        List<String> errors,
        List<Double> foreignCpu) {
    static final String METRIC = "throughput";

    /** A program for which there is no report at all. */
    static Result none(Program program, String problem) {
        return new Result(
                program,
                Double.NaN,
                Double.NaN,
                0,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                "-",
                List.of("A"),
                problem,
                -1,
                Map.of(),
                List.of(),
                List.of());
    }

    static Result read(Program program, Path file, ObjectMapper mapper) throws IOException {
        JsonNode report = mapper.readTree(file.toFile());
        JsonNode found = mapper.missingNode();
        for (JsonNode comparison : report.path("comparisons")) {
            if (comparison.path("headline").asBoolean()
                    && comparison.path("metric").asText().equals(METRIC)) {
                found = comparison;
            }
        }
        List<String> failed = new ArrayList<>();
        List<Double> foreign = new ArrayList<>();
        String problem = null;
        for (JsonNode run : report.path("runs")) {
            foreign.add(run.path("foreign_cpu").asDouble(0));
            if (run.path("problem").isTextual()) {
                failed.add(run.path("arm").asText());
                problem = problem == null ? run.path("problem").asText() : problem;
            }
        }
        JsonNode agent = report.path("agents").path("B");
        Map<String, Long> instances = new TreeMap<>();
        agent.path("instances")
                .properties()
                .forEach(e -> instances.put(e.getKey(), e.getValue().asLong()));
        List<String> errors = new ArrayList<>();
        agent.path("errors").forEach(error -> errors.add(error.asText()));
        return new Result(
                program,
                median(report, "A"),
                median(report, "B"),
                found.path("pairs").asInt(),
                found.path("ratio").asDouble(Double.NaN),
                found.path("low").asDouble(Double.NaN),
                found.path("high").asDouble(Double.NaN),
                found.path("verdict").asText("-"),
                failed,
                problem,
                agent.path("sites_swapped").asLong(-1),
                instances,
                errors,
                foreign);
    }

    private static double median(JsonNode report, String arm) {
        List<Double> values = new ArrayList<>();
        for (JsonNode run : report.path("runs")) {
            JsonNode value = run.path("values").path(METRIC);
            if (run.path("arm").asText().equals(arm) && run.path("block").asInt() > 0 && value.isNumber()) {
                values.add(value.asDouble());
            }
        }
        return Median.withDefaults()
                .evaluate(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    boolean passed() {
        return failed.isEmpty();
    }

    /** Whether an arm's runs passed their self-checks. */
    String check(String arm) {
        if (failed.contains(arm)) {
            return "FAILED";
        }
        return Double.isNaN(arm.equals("A") ? without : with) ? "-" : "ok";
    }
}
