package io.github.cqs.agent.report;

import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.Site;
import java.util.List;

/** The report for a browser: one file that needs nothing else. */
final class HtmlReport {
    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>cqs agent report</title>
            <style>
            :root{color-scheme:light dark}
            body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem}
            table{border-collapse:collapse;margin:1rem 0;width:100%}
            th,td{border-bottom:1px solid #8886;padding:.3rem .6rem;text-align:left;vertical-align:top}
            td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
            code{font-size:.92em;overflow-wrap:anywhere}
            .skipped{opacity:.75}
            </style>
            </head>
            <body>
            """;

    private HtmlReport() {}

    static String render(RunRecord run) {
        List<Site> sites = run.sites();
        Totals totals = Totals.of(run, sites);
        StringBuilder html = new StringBuilder(4096).append(HEAD);
        html.append("<h1>What the agent swapped</h1>\n<p>Version ");
        escape(html, run.version());
        html.append(" on JDK ");
        escape(html, Runtime.version().toString());
        html.append(", mode <b>");
        escape(html, run.options().value(Option.MODE));
        html.append("</b>, ").append(run.state()).append(".</p>\n<p>");
        html.append(run.classesScanned()).append(" classes scanned, ");
        html.append(run.classesRewritten()).append(" rewritten; ");
        html.append(totals.swapped()).append(" sites swapped, ");
        html.append(totals.skipped()).append(" skipped.</p>\n");
        html.append("<h2>Instances</h2>\n<table>\n<tr><th>Type<th class=n>Instances</tr>\n");
        for (int i = 0; i < Primitive.count(); i++) {
            html.append("<tr><td><code>").append(Primitive.at(i).simpleName()).append("</code><td class=n>");
            html.append(totals.instances(Primitive.at(i))).append("</tr>\n");
        }
        html.append("</table>\n");
        sites(html, run, sites);
        preloaded(html, run);
        errors(html, run);
        options(html, run);
        return html.append("</body>\n</html>\n").toString();
    }

    private static void sites(StringBuilder html, RunRecord run, List<Site> sites) {
        html.append("<h2>Sites</h2>\n<table>\n<tr><th>Class and method<th class=n>Line<th>Type<th>Kind<th>Outcome")
                .append("<th>Reason<th class=n>Instances</tr>\n");
        for (Site site : sites) {
            String skipped = site.skipped();
            long instances = run.instances(site);
            html.append(skipped == null ? "<tr class=swapped>" : "<tr class=skipped>")
                    .append("<td><code>");
            escape(html, site.className() + '.' + site.method());
            html.append("</code><td class=n>").append(site.line() == 0 ? "" : Integer.toString(site.line()));
            html.append("<td>").append(site.type().simpleName());
            html.append("<td>").append(site.kind().label());
            html.append("<td>").append(skipped == null ? "swapped" : "skipped").append("<td>");
            escape(html, skipped == null ? "" : skipped);
            html.append("<td class=n>")
                    .append(instances < 0 ? "" : Long.toString(instances))
                    .append("</tr>\n");
        }
        html.append("</table>\n");
    }

    private static void preloaded(StringBuilder html, RunRecord run) {
        if (run.preloaded().isEmpty()) {
            return;
        }
        html.append("<h2>Loaded before the agent</h2>\n<table>\n<tr><th>Class<th>Type<th>Outcome<th>Reason</tr>\n");
        for (RunRecord.Preloaded loaded : run.preloaded()) {
            html.append("<tr><td><code>");
            escape(html, loaded.className());
            html.append("</code><td>");
            escape(html, loaded.type());
            html.append("<td>").append(loaded.swapped() ? "swapped" : "skipped").append("<td>");
            escape(html, loaded.reason());
            html.append("</tr>\n");
        }
        html.append("</table>\n");
    }

    private static void errors(StringBuilder html, RunRecord run) {
        if (run.failures().isEmpty()) {
            return;
        }
        html.append("<h2>Errors</h2>\n<table>\n<tr><th>Where<th>Reason</tr>\n");
        for (RunRecord.Failure failure : run.failures()) {
            html.append("<tr><td><code>");
            escape(html, failure.where());
            html.append("</code><td>");
            escape(html, failure.reason());
            html.append("</tr>\n");
        }
        html.append("</table>\n");
    }

    private static void options(StringBuilder html, RunRecord run) {
        html.append("<h2>Options</h2>\n<table>\n<tr><th>Key<th>Value<th>Origin</tr>\n");
        for (Option option : Option.all()) {
            html.append("<tr><td><code>").append(option.key()).append("</code><td><code>");
            escape(html, run.options().value(option));
            html.append("</code><td>")
                    .append(run.options().origin(option).label())
                    .append("</tr>\n");
        }
        html.append("</table>\n");
    }

    private static void escape(StringBuilder html, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '&' -> html.append("&amp;");
                case '"' -> html.append("&quot;");
                default -> html.append(c);
            }
        }
    }
}
