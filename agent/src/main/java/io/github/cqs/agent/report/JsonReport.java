package io.github.cqs.agent.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.rewrite.Primitive;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The report for programs. Its fields are a contract: they may be added to, never changed. */
final class JsonReport {
    private JsonReport() {}

    /** Writes the report for whoever reads JSON. */
    static void write(RunRecord run, Writer out) throws IOException {
        JsonGenerator json = generator(out);
        // Lines end as they always do: an application may have taken the property away that says how.
        json.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));
        boolean statistics = run.options().value(Option.STATS).equals("on");
        write(run, Totals.of(run), json, new Sites(json, Long.MAX_VALUE, statistics));
        out.write('\n');
    }

    /** Writes the first {@code atMost} sites and all else, so that it may stand inside an HTML script element. */
    static void writeForHtml(RunRecord run, Totals totals, Writer out, long atMost) throws IOException {
        JsonGenerator json = generator(out);
        json.setCharacterEscapes(new NoMarkup());
        write(run, totals, json, new Sites(json, atMost, false));
    }

    private static JsonGenerator generator(Writer out) throws IOException {
        JsonFactory factory = new JsonFactory();
        factory.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        return factory.createGenerator(out);
    }

    /** Writes what begins or ends markup as {@code \\u003C} and the like, which only strings can hold. */
    @SuppressWarnings("serial")
    private static final class NoMarkup extends CharacterEscapes {
        private final int[] escapes = standardAsciiEscapesForJSON();

        NoMarkup() {
            escapes['<'] = ESCAPE_STANDARD;
            escapes['>'] = ESCAPE_STANDARD;
            escapes['&'] = ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return escapes.clone();
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int c) {
            return null;
        }
    }

    private static void write(RunRecord run, Totals totals, JsonGenerator json, Sites sites) throws IOException {
        try (json) {
            json.writeStartObject();
            agent(json, run);
            totals(json, run, totals);
            handOffs(json, run.handOffs());
            json.writeArrayFieldStart("sites");
            run.forEachSite(sites);
            json.writeEndArray();
            preloaded(json, run);
            errors(json, run);
            json.writeEndObject();
        }
    }

    private static void agent(JsonGenerator json, RunRecord run) throws IOException {
        json.writeObjectFieldStart("agent");
        json.writeStringField("version", run.version());
        json.writeStringField("jdk", Runtime.version().toString());
        json.writeStringField("mode", run.options().value(Option.MODE));
        json.writeStringField("state", run.state());
        json.writeObjectFieldStart("options");
        for (Option option : Option.all()) {
            json.writeObjectFieldStart(option.key());
            json.writeStringField("value", run.options().value(option));
            json.writeStringField("origin", run.options().origin(option).label());
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void totals(JsonGenerator json, RunRecord run, Totals totals) throws IOException {
        json.writeObjectFieldStart("totals");
        json.writeNumberField("classes_scanned", run.classesScanned());
        json.writeNumberField("classes_rewritten", run.classesRewritten());
        json.writeNumberField("sites_swapped", totals.swapped());
        json.writeNumberField("sites_skipped", totals.skipped());
        json.writeNumberField("errors", run.failuresCounted());
        json.writeObjectFieldStart("instances");
        for (int i = 0; i < Primitive.count(); i++) {
            json.writeNumberField(Primitive.at(i).simpleName(), totals.instances(Primitive.at(i)));
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void handOffs(JsonGenerator json, HandOffs handOffs) throws IOException {
        json.writeObjectFieldStart("hand_off");
        json.writeStringField("state", handOffs.state());
        json.writeStringField("reason", handOffs.reason());
        Supplier<long[]> source = handOffs.counts();
        if (source != null) {
            long[] counts = source.get();
            for (int i = 0; i < HandOffs.KINDS.length; i++) {
                json.writeNumberField(HandOffs.KINDS[i], counts[i]);
            }
        }
        json.writeEndObject();
    }

    private static final class Sites implements RunRecord.SiteVisitor {
        private static final List<String> STATISTICS =
                List.of("acquires", "contended", "cancelled", "max_queued", "wait_ns", "hold_ns", "hand_off_ns");

        private final JsonGenerator json;
        private final boolean allHaveStatistics;
        private long left;

        Sites(JsonGenerator json, long atMost, boolean allHaveStatistics) {
            this.json = json;
            this.left = atMost;
            this.allHaveStatistics = allHaveStatistics;
        }

        @Override
        public void visit(SiteRow site) throws IOException {
            if (left-- <= 0) {
                return;
            }
            json.writeStartObject();
            json.writeStringField("class", site.className());
            json.writeStringField("method", site.method());
            json.writeNumberField("line", site.line());
            json.writeStringField("type", site.type().simpleName());
            json.writeStringField("kind", site.kind().label());
            json.writeStringField("outcome", site.outcome());
            json.writeStringField("reason", site.reason());
            if (!site.source().isEmpty()) {
                json.writeStringField("source", site.source());
            }
            if (site.instances() >= 0) {
                json.writeNumberField("instances", site.instances());
            } else if (site.swapped()) {
                json.writeNullField("instances");
            } else {
                json.writeNumberField("instances", 0);
            }
            SiteStatistics statistics = site.statistics();
            if (statistics == null && allHaveStatistics && !site.swapped()) {
                statistics = SiteStatistics.none();
            }
            if (statistics == null && allHaveStatistics) {
                for (String unknown : STATISTICS) {
                    json.writeNullField(unknown);
                }
            }
            if (statistics != null) {
                json.writeNumberField("acquires", statistics.acquires());
                json.writeNumberField("contended", statistics.contended());
                json.writeNumberField("cancelled", statistics.cancelled());
                json.writeNumberField("max_queued", statistics.maxQueued());
                times("wait_ns", statistics.waits());
                times("hold_ns", statistics.holds());
                times("hand_off_ns", statistics.handOffs());
            }
            json.writeEndObject();
        }

        private void times(String name, SiteStatistics.Times times) throws IOException {
            json.writeObjectFieldStart(name);
            json.writeNumberField("count", times.count());
            json.writeNumberField("total", times.total());
            json.writeNumberField("min", times.min());
            json.writeNumberField("p50", times.p50());
            json.writeNumberField("p90", times.p90());
            json.writeNumberField("p99", times.p99());
            json.writeNumberField("p999", times.p999());
            json.writeNumberField("max", times.max());
            json.writeArrayFieldStart("buckets");
            for (SiteStatistics.Bucket bucket : times.buckets()) {
                json.writeStartArray();
                json.writeNumber(bucket.upperNanos());
                json.writeNumber(bucket.count());
                json.writeEndArray();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static void preloaded(JsonGenerator json, RunRecord run) throws IOException {
        json.writeArrayFieldStart("preloaded");
        for (RunRecord.Preloaded loaded : run.preloaded()) {
            json.writeStartObject();
            json.writeStringField("class", loaded.className());
            json.writeStringField("type", loaded.type());
            json.writeStringField("kind", loaded.kind());
            json.writeStringField("outcome", loaded.swapped() ? "swapped" : "skipped");
            json.writeStringField("reason", loaded.reason());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void errors(JsonGenerator json, RunRecord run) throws IOException {
        json.writeArrayFieldStart("errors");
        for (RunRecord.Failure failure : run.failures()) {
            json.writeStartObject();
            json.writeStringField("where", failure.where());
            json.writeStringField("reason", failure.reason());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
