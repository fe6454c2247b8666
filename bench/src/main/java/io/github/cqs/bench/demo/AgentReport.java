package io.github.cqs.bench.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the demo reads from the agent's JSON report.
 *
 * @param sitesSwapped call sites that the agent rewrote
 * @param instances instances created at them, by simple type name
 * @param errors what went wrong in the agent
 */
record AgentReport(long sitesSwapped, Map<String, Long> instances, List<String> errors) {
    /** Reads a report; a file that is absent or lacks the totals is an error. */
    static AgentReport read(Path file, ObjectMapper mapper) throws IOException {
        JsonNode report = mapper.readTree(file.toFile());
        JsonNode totals = report.path("totals");
        if (!totals.path("sites_swapped").isNumber()
                || !totals.path("instances").isObject()) {
            throw new IOException("no totals.sites_swapped and totals.instances in " + file);
        }
        Map<String, Long> instances = new TreeMap<>();
        totals.path("instances")
                .properties()
                .forEach(entry -> instances.merge(
                        simpleName(entry.getKey()), entry.getValue().asLong(), Long::sum));
        List<String> errors = new ArrayList<>();
        report.path("errors").forEach(error -> errors.add(error.isTextual() ? error.asText() : error.toString()));
        return new AgentReport(totals.path("sites_swapped").asLong(), instances, errors);
    }

    private static String simpleName(String type) {
        return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('/')) + 1);
    }
}
