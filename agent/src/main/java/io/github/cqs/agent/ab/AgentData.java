package io.github.cqs.agent.ab;

import io.github.cqs.agent.report.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the comparison takes from an agent's report.
 *
 * @param instances created at swapped sites, by type
 * @param sites what waited where; empty without statistics
 */
record AgentData(
        String version,
        long sitesSwapped,
        long sitesSkipped,
        Map<String, Long> instances,
        List<String> errors,
        List<SiteStats> sites) {

    /**
     * One site's waiting.
     *
     * @param type what is created there
     */
    record SiteStats(
            String site, String type, long acquires, long contended, long cancelled, long maxQueued, Waiting waiting) {}

    /** A distribution of nanoseconds. */
    record Waiting(long count, double total, double p50, double p90, double p99, double p999, double max) {
        static Waiting read(Node node) {
            return new Waiting(
                    node.at("count").count(),
                    node.at("total").number(),
                    node.at("p50").number(),
                    node.at("p90").number(),
                    node.at("p99").number(),
                    node.at("p999").number(),
                    node.at("max").number());
        }

        Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("count", count);
            tree.put("total", total);
            tree.put("p50", p50);
            tree.put("p90", p90);
            tree.put("p99", p99);
            tree.put("p999", p999);
            tree.put("max", max);
            return tree;
        }
    }

    /** Reads an agent's own report; fails if that agent did not work. */
    static AgentData read(Path file) throws IOException {
        Node report = Node.read(file);
        Node totals = report.at("totals");
        if (totals.at("sites_swapped").isAbsent()) {
            throw new IOException("no totals.sites_swapped in " + file);
        }
        Node state = report.at("agent").at("state");
        if (!state.isAbsent() && state.text().equals(RunRecord.FAILED)) {
            throw new IOException("by " + file + " the application ran untouched");
        }
        List<SiteStats> sites = new ArrayList<>();
        for (Node site : report.at("sites").elements()) {
            if (!site.at("acquires").isAbsent()) {
                String line =
                        site.at("line").count() > 0 ? ":" + site.at("line").count() : "";
                sites.add(stats(
                        site, site.at("class").text() + '.' + site.at("method").text() + line, "wait_ns"));
            }
        }
        return new AgentData(
                report.at("agent").at("version").text(),
                totals.at("sites_swapped").count(),
                totals.at("sites_skipped").count(),
                counts(totals.at("instances")),
                report.at("errors").elements().stream()
                        .map(error -> error.at("where").text() + ": "
                                + error.at("reason").text())
                        .toList(),
                sites);
    }

    /** Both of two JVMs'. */
    AgentData and(AgentData other) {
        Map<String, Long> both = new LinkedHashMap<>(instances);
        other.instances.forEach((type, count) -> both.merge(type, count, Long::sum));
        return new AgentData(
                version,
                sitesSwapped + other.sitesSwapped,
                sitesSkipped + other.sitesSkipped,
                both,
                concat(errors, other.errors),
                concat(sites, other.sites));
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static SiteStats stats(Node site, String name, String waiting) {
        return new SiteStats(
                name,
                site.at("type").text(),
                site.at("acquires").count(),
                site.at("contended").count(),
                site.at("cancelled").count(),
                site.at("max_queued").count(),
                Waiting.read(site.at(waiting)));
    }

    private static Map<String, Long> counts(Node node) {
        Map<String, Long> counts = new LinkedHashMap<>();
        node.entries().forEach((type, count) -> counts.put(type, count.count()));
        return counts;
    }

    long created() {
        return instances.values().stream().mapToLong(Long::longValue).sum();
    }

    long contended() {
        return sites.stream().mapToLong(SiteStats::contended).sum();
    }

    /** As the comparison's own report keeps it. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("version", version);
        tree.put("sites_swapped", sitesSwapped);
        tree.put("sites_skipped", sitesSkipped);
        tree.put("instances", instances);
        tree.put("errors", errors);
        List<Object> list = new ArrayList<>();
        for (SiteStats site : sites) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("site", site.site());
            each.put("type", site.type());
            each.put("acquires", site.acquires());
            each.put("contended", site.contended());
            each.put("cancelled", site.cancelled());
            each.put("max_queued", site.maxQueued());
            each.put("wait_ns", site.waiting().tree());
            list.add(each);
        }
        tree.put("sites", list);
        return tree;
    }

    static AgentData fromTree(Node node) {
        return new AgentData(
                node.at("version").text(),
                node.at("sites_swapped").count(),
                node.at("sites_skipped").count(),
                counts(node.at("instances")),
                node.at("errors").elements().stream().map(Node::text).toList(),
                node.at("sites").elements().stream()
                        .map(site -> stats(site, site.at("site").text(), "wait_ns"))
                        .toList());
    }
}
