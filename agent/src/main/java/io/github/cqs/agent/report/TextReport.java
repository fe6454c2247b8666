package io.github.cqs.agent.report;

import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.rewrite.Primitive;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;

/** The report for a terminal. */
final class TextReport {
    private TextReport() {}

    static String render(RunRecord run) throws IOException {
        StringWriter text = new StringWriter(1024);
        write(run, text);
        return text.toString();
    }

    static void write(RunRecord run, Writer out) throws IOException {
        Totals totals = Totals.of(run);
        line(
                out,
                "cqs agent " + run.version() + " on JDK " + Runtime.version() + ", mode "
                        + run.options().value(Option.MODE) + ", " + run.state());
        line(out, "options: " + run.options().summary());
        line(
                out,
                "classes: " + run.classesScanned() + " scanned, " + run.classesRewritten() + " rewritten; sites: "
                        + totals.swapped() + " swapped, " + totals.skipped() + " skipped; errors: "
                        + run.failuresCounted());
        StringBuilder instances = new StringBuilder("instances:");
        for (int i = 0; i < Primitive.count(); i++) {
            instances
                    .append(i == 0 ? " " : ", ")
                    .append(Primitive.at(i).simpleName())
                    .append(' ')
                    .append(totals.instances(Primitive.at(i)));
        }
        line(out, instances.toString());
        line(out, "hand-off on virtual threads: " + run.handOffs().describe());
        run.forEachSite(site -> site(out, site));
        for (RunRecord.Preloaded loaded : run.preloaded()) {
            line(
                    out,
                    "  loaded before the agent: " + loaded.className() + (loaded.swapped() ? " swapped " : " skipped ")
                            + loaded.kind() + (loaded.kind().isEmpty() ? "" : " ") + loaded.type()
                            + (loaded.reason().isEmpty() ? "" : ": ") + loaded.reason());
        }
        for (RunRecord.Failure failure : run.failures()) {
            line(out, "  error: " + failure.where() + ": " + failure.reason());
        }
    }

    private static void line(Writer out, String text) throws IOException {
        out.write(AgentLog.oneLine(text));
        out.write('\n');
    }

    private static void site(Writer out, SiteRow site) throws IOException {
        StringBuilder text = new StringBuilder(160);
        text.append("  ")
                .append(site.outcome())
                .append(' ')
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
        if (!site.source().isEmpty()) {
            text.append(" in ").append(site.source());
        }
        if (site.instances() >= 0) {
            text.append(", ").append(site.instances()).append(site.instances() == 1 ? " instance" : " instances");
        }
        if (!site.swapped()) {
            text.append(" (").append(site.reason()).append(')');
        }
        line(out, text.toString());
        SiteStatistics statistics = site.statistics();
        if (statistics != null) {
            line(
                    out,
                    "      acquires " + statistics.acquires() + ", contended " + statistics.contended()
                            + ", cancelled " + statistics.cancelled() + ", longest queue " + statistics.maxQueued()
                            + times("waited", statistics.waits()) + times("held", statistics.holds())
                            + times("handed off", statistics.handOffs()));
        }
    }

    private static String times(String what, SiteStatistics.Times times) {
        if (times.count() == 0) {
            return "; " + what + " never";
        }
        return "; " + what + ' ' + times.count() + " times: p50 " + Nanos.text(times.p50()) + ", p99 "
                + Nanos.text(times.p99()) + ", max " + Nanos.text(times.max()) + ", total "
                + Nanos.text(times.total());
    }
}
