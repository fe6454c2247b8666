package io.github.cqs.agent.report;

import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.rewrite.Primitive;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The report for a browser: one file that needs nothing else. */
final class HtmlReport {
    /** Rows that are there without any script. */
    private static final int ROWS = 500;

    /** Sites that a browser is asked to hold. */
    static final int SITES = 100_000;

    /** A column of the table of sites: where the value stands in the JSON report, and how it reads. */
    private record Column(String path, String label, String form) {}

    private final RunRecord run;
    private final Totals totals;
    private final List<Column> columns;
    private final Html html;
    private final boolean scan;

    private HtmlReport(RunRecord run, Writer out) throws IOException {
        this.run = run;
        this.totals = Totals.of(run);
        this.columns = columns(totals);
        this.html = new Html(out);
        this.scan = run.state().equals("scan");
    }

    /*
     * Overview.
     *
     * No template engine: the page is tables in a frame, and its parts that grow are fixed files, report.css and
     * report.js. The JSON report stands in the page as data. The script makes the rows of the table of sites from it,
     * a screenful at a time, with textContent alone, so that sorting and filtering know every site while the page
     * holds few. The first rows are in the page itself for readers without scripts, such as a build server's preview.
     *
     * The content security policy names the hashes of the one style and the one script: whatever a class name or a
     * reason holds, nothing else runs and nothing is fetched.
     */

    static void write(RunRecord run, Writer out) throws IOException {
        new HtmlReport(run, out).page();
    }

    private static List<Column> columns(Totals totals) {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("class", "Class and method", "site"));
        columns.add(new Column("line", "Line", "line"));
        columns.add(new Column("type", "Type", "word"));
        columns.add(new Column("kind", "Kind", "word"));
        columns.add(new Column("outcome", "Outcome", "outcome"));
        if (!totals.sourced()) {
            columns.add(new Column("instances", "Instances", "count"));
        }
        if (totals.measured()) {
            columns.add(new Column("acquires", "Acquires", "count"));
            columns.add(new Column("contended", "Contended", "count"));
            columns.add(new Column("wait_ns.count", "Waits", "count"));
            columns.add(new Column("wait_ns.buckets", "Waits by length", "shape"));
            columns.add(new Column("wait_ns.p50", "Wait p50", "time"));
            columns.add(new Column("wait_ns.p99", "Wait p99", "time"));
            columns.add(new Column("wait_ns.max", "Wait max", "time"));
            columns.add(new Column("wait_ns.total", "Wait total", "time"));
            columns.add(new Column("hold_ns.p50", "Hold p50", "time"));
            columns.add(new Column("hold_ns.p99", "Hold p99", "time"));
            columns.add(new Column("hold_ns.max", "Hold max", "time"));
            columns.add(new Column("hand_off_ns.p50", "Hand-off p50", "time"));
            columns.add(new Column("hand_off_ns.p99", "Hand-off p99", "time"));
            columns.add(new Column("cancelled", "Cancelled", "count"));
            columns.add(new Column("max_queued", "Longest queue", "count"));
        }
        columns.add(new Column("reason", "Reason", "text"));
        if (totals.sourced()) {
            columns.add(new Column("source", "Found in", "text"));
        }
        return columns;
    }

    private void page() throws IOException {
        String style = resource("report.css");
        String script = resource("report.js");
        html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
                .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; ")
                .raw("form-action 'none'; style-src 'sha256-")
                .raw(hash(style))
                .raw("'; script-src 'sha256-")
                .raw(hash(script))
                .raw("'\">\n<title>cqs ")
                .raw(scan ? "scan" : "agent report")
                .raw("</title>\n<style>")
                .raw(style)
                .raw("</style>\n</head>\n<body")
                .attribute("class", totals.measured() ? "measured" : "")
                .raw(">\n");
        header();
        html.raw("<main>\n");
        totals();
        errors();
        sites();
        preloaded();
        options();
        html.raw("<section class=\"raw\">\n<h2>Raw data</h2>\n<p>This page holds the JSON report. ")
                .raw("<button type=\"button\" id=\"save\" hidden>Save as JSON</button></p>\n</section>\n</main>\n")
                .raw("<script type=\"application/json\" id=\"data\">");
        JsonReport.writeForHtml(run, totals, html.out(), SITES);
        html.raw("</script>\n<script>").raw(script).raw("</script>\n</body>\n</html>\n");
    }

    private void header() throws IOException {
        html.raw("<header>\n<p class=\"product\">cqs ")
                .raw(scan ? "scan" : "agent report")
                .raw("</p>\n<h1>");
        html.text(Html.number(totals.swapped()))
                .raw(totals.swapped() == 1 ? " site" : " sites")
                .raw(scan ? " would be swapped, " : " swapped, ")
                .text(Html.number(totals.skipped()))
                .raw(" left alone</h1>\n<p class=\"about\">");
        about("Version", run.version());
        about("JDK", Runtime.version().toString());
        about("Mode", run.options().value(Option.MODE));
        about("State", run.state());
        about("Hand-off on virtual threads", run.handOffs().describe());
        html.raw("</p>\n</header>\n");
    }

    private void about(String label, String value) throws IOException {
        html.raw("<span>").raw(label).raw(" <b>").text(value).raw("</b></span>\n");
    }

    private void totals() throws IOException {
        html.raw("<section aria-label=\"Totals\">\n<dl class=\"totals\">\n");
        total("Classes scanned", run.classesScanned(), "");
        total(scan ? "Classes with sites" : "Classes rewritten", run.classesRewritten(), "");
        total("Sites swapped", totals.swapped(), totals.swapped() > 0 ? "good" : "");
        total("Sites skipped", totals.skipped(), totals.skipped() > 0 ? "odd" : "");
        total("Errors", run.failuresCounted(), run.hasFailures() ? "bad" : "");
        html.raw("</dl>\n");
        if (totals.counted()) {
            html.raw("<h2>Instances created</h2>\n<dl class=\"totals\">\n");
            for (int i = 0; i < Primitive.count(); i++) {
                total(Primitive.at(i).simpleName(), totals.instances(Primitive.at(i)), "");
            }
            html.raw("</dl>\n");
        }
        html.raw("</section>\n");
    }

    private void total(String label, long value, String mark) throws IOException {
        html.raw("<div")
                .attribute("class", value == 0 ? "zero" : mark)
                .raw("><dt>")
                .text(label)
                .raw("</dt><dd>");
        html.text(Html.number(value)).raw("</dd></div>\n");
    }

    private void sites() throws IOException {
        html.raw("<section>\n<h2 id=\"sites-title\">Sites</h2>\n");
        long all = totals.swapped() + totals.skipped();
        if (all == 0) {
            html.raw("<p class=\"none\">No class with a call site of a swapped type was seen.</p>\n</section>\n");
            return;
        }
        if (all > SITES) {
            html.raw("<p class=\"note\">This page holds the first ")
                    .text(Html.number(SITES))
                    .raw(" sites; the JSON and text reports hold all.</p>\n");
        }
        html.raw("<noscript><p class=\"note\">Without scripts this table cannot be sorted, and holds the first ")
                .text(Html.number(Math.min(all, ROWS)))
                .raw(" sites.</p></noscript>\n<div class=\"tools\" id=\"tools\" hidden>\n")
                .raw("<label class=\"wide\">Filter <input type=\"search\" id=\"filter\" autocomplete=\"off\" ")
                .raw("spellcheck=\"false\" placeholder=\"class, method, type, reason\"></label>\n")
                .raw("<label>Outcome <select id=\"outcome\"><option value=\"\">all</option>")
                .raw("<option>swapped</option><option>skipped</option></select></label>\n")
                .raw("<label>Type <select id=\"type\"><option value=\"\">all</option></select></label>\n")
                .raw("<label class=\"narrow\">Sort <select id=\"sort\"></select></label>\n")
                .raw("<p id=\"shown\" role=\"status\"></p>\n</div>\n")
                .raw("<div class=\"scroll\" role=\"region\" aria-labelledby=\"sites-title\" tabindex=\"0\">\n")
                .raw("<table id=\"sites\">\n<thead><tr>");
        for (Column column : columns) {
            html.raw("<th scope=\"col\"")
                    .attribute("data-path", column.path())
                    .attribute("data-form", column.form())
                    .raw(">")
                    .text(column.label())
                    .raw("</th>");
        }
        html.raw("</tr></thead>\n<tbody>\n");
        run.forEachSite(new Rows());
        html.raw(
                "</tbody>\n</table>\n</div>\n<p><button type=\"button\" id=\"more\" hidden></button></p>\n</section>\n");
    }

    /** The rows of readers without scripts; report.js makes the same ones. */
    private final class Rows implements RunRecord.SiteVisitor {
        private int left = ROWS;

        @Override
        public void visit(SiteRow site) throws IOException {
            if (left-- <= 0) {
                return;
            }
            html.raw("<tr").attribute("class", site.outcome()).raw(">");
            for (Column column : columns) {
                String tag = column.form().equals("site") ? "th" : "td";
                html.raw("<").raw(tag).raw(tag.equals("th") ? " scope=\"row\"" : "");
                html.attribute("class", column.form())
                        .attribute("data-label", column.label())
                        .raw(">");
                cell(site, column);
                html.raw("</").raw(tag).raw(">");
            }
            html.raw("</tr>\n");
        }

        private void cell(SiteRow site, Column column) throws IOException {
            SiteStatistics statistics = site.statistics();
            switch (column.path()) {
                case "class" -> html.name(site.className(), "." + site.method());
                case "line" -> html.text(site.line() == 0 ? "" : Integer.toString(site.line()));
                case "type" -> html.text(site.type().simpleName());
                case "kind" -> html.text(site.kind().label());
                case "outcome" -> html.outcome(site.swapped());
                case "reason" -> html.text(site.reason());
                case "source" -> html.text(site.source());
                case "instances" -> html.text(site.instances() < 0 ? "" : Html.number(site.instances()));
                default -> {
                    if (statistics != null) {
                        html.text(measured(statistics, column.path()));
                    }
                }
            }
        }
    }

    private static String measured(SiteStatistics statistics, String path) {
        SiteStatistics.Times waits = statistics.waits();
        SiteStatistics.Times holds = statistics.holds();
        SiteStatistics.Times handOffs = statistics.handOffs();
        return switch (path) {
            case "acquires" -> Html.number(statistics.acquires());
            case "contended" -> Html.number(statistics.contended());
            case "cancelled" -> Html.number(statistics.cancelled());
            case "max_queued" -> Html.number(statistics.maxQueued());
            case "wait_ns.count" -> Html.number(waits.count());
            case "wait_ns.p50" -> time(waits, waits.p50());
            case "wait_ns.p99" -> time(waits, waits.p99());
            case "wait_ns.max" -> time(waits, waits.max());
            case "wait_ns.total" -> time(waits, waits.total());
            case "hold_ns.p50" -> time(holds, holds.p50());
            case "hold_ns.p99" -> time(holds, holds.p99());
            case "hold_ns.max" -> time(holds, holds.max());
            case "hand_off_ns.p50" -> time(handOffs, handOffs.p50());
            case "hand_off_ns.p99" -> time(handOffs, handOffs.p99());
            default -> "";
        };
    }

    private static String time(SiteStatistics.Times times, long nanos) {
        return times.count() == 0 ? "" : Nanos.text(nanos);
    }

    private void preloaded() throws IOException {
        if (run.preloaded().isEmpty()) {
            return;
        }
        html.raw("<section>\n<h2>Loaded before the agent</h2>\n");
        html.table("Class", "Type", "Kind", "Outcome", "Reason");
        for (RunRecord.Preloaded loaded : run.preloaded()) {
            html.raw("<tr").attribute("class", loaded.swapped() ? "swapped" : "skipped");
            html.raw("><th scope=\"row\" class=\"site\">").name(loaded.className(), "");
            html.raw("</th><td>")
                    .text(loaded.type())
                    .raw("</td><td>")
                    .text(loaded.kind())
                    .raw("</td><td>");
            html.outcome(loaded.swapped())
                    .raw("</td><td>")
                    .text(loaded.reason())
                    .raw("</td></tr>\n");
        }
        html.raw("</tbody></table></div>\n</section>\n");
    }

    private void errors() throws IOException {
        List<RunRecord.Failure> failures = run.failures();
        if (failures.isEmpty()) {
            return;
        }
        html.raw("<section>\n<h2>Errors</h2>\n");
        if (run.failuresCounted() > failures.size()) {
            html.raw("<p class=\"note\">The first ")
                    .text(Html.number(failures.size()))
                    .raw(" of ")
                    .text(Html.number(run.failuresCounted()))
                    .raw(".</p>\n");
        }
        html.table("Where", "Reason");
        for (RunRecord.Failure failure : failures) {
            html.raw("<tr><th scope=\"row\" class=\"site\"><code>").text(failure.where());
            html.raw("</code></th><td>").text(failure.reason()).raw("</td></tr>\n");
        }
        html.raw("</tbody></table></div>\n</section>\n");
    }

    private void options() throws IOException {
        html.raw("<section>\n<h2>Options</h2>\n");
        html.table("Key", "Value", "Origin");
        for (Option option : Option.all()) {
            html.raw("<tr><th scope=\"row\"><code>").text(option.key()).raw("</code></th><td><code>");
            html.text(run.options().value(option)).raw("</code></td><td>");
            html.text(run.options().origin(option).label()).raw("</td></tr>\n");
        }
        html.raw("</tbody></table></div>\n</section>\n");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name + " in the agent's jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String hash(String text) throws IOException {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }
}
