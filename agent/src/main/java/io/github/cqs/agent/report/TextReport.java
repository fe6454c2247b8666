package io.github.cqs.agent.report;

import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.Site;
import java.util.List;

/** The report for a terminal. */
final class TextReport {
    private TextReport() {}

    static String render(RunRecord run) {
        StringBuilder text = new StringBuilder(1024);
        List<Site> sites = run.sites();
        Totals totals = Totals.of(run, sites);
        text.append("cqs agent ")
                .append(run.version())
                .append(" on JDK ")
                .append(Runtime.version())
                .append(", mode ")
                .append(run.options().value(Option.MODE))
                .append(", ")
                .append(run.state())
                .append('\n');
        text.append("options: ").append(run.options().summary()).append('\n');
        text.append("classes: ")
                .append(run.classesScanned())
                .append(" scanned, ")
                .append(run.classesRewritten())
                .append(" rewritten; sites: ")
                .append(totals.swapped())
                .append(" swapped, ")
                .append(totals.skipped())
                .append(" skipped\n");
        text.append("instances:");
        for (int i = 0; i < Primitive.count(); i++) {
            text.append(i == 0 ? " " : ", ")
                    .append(Primitive.at(i).simpleName())
                    .append(' ')
                    .append(totals.instances(Primitive.at(i)));
        }
        text.append('\n');
        for (Site site : sites) {
            site(text, run, site);
        }
        for (RunRecord.Preloaded loaded : run.preloaded()) {
            text.append("  loaded before the agent: ")
                    .append(loaded.className())
                    .append(loaded.swapped() ? " swapped " : " skipped ")
                    .append(loaded.type())
                    .append(loaded.reason().isEmpty() ? "" : ": ")
                    .append(loaded.reason())
                    .append('\n');
        }
        for (RunRecord.Failure failure : run.failures()) {
            text.append("  error: ")
                    .append(failure.where())
                    .append(": ")
                    .append(failure.reason())
                    .append('\n');
        }
        return text.toString();
    }

    private static void site(StringBuilder text, RunRecord run, Site site) {
        String skipped = site.skipped();
        long instances = run.instances(site);
        text.append("  ")
                .append(skipped == null ? "swapped " : "skipped ")
                .append(site.kind().label())
                .append(' ')
                .append(site.type().simpleName())
                .append(" at ")
                .append(site.className())
                .append('.')
                .append(site.method());
        if (site.line() > 0) {
            text.append(':').append(site.line());
        }
        if (instances >= 0) {
            text.append(", ").append(instances).append(instances == 1 ? " instance" : " instances");
        }
        if (skipped != null) {
            text.append(" (").append(skipped).append(')');
        }
        text.append('\n');
    }
}
