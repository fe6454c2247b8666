package io.github.cqs.agent.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.Site;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;

/** The report for programs. Its fields are a contract: they may be added to, never changed. */
final class JsonReport {
    private JsonReport() {}

    static String render(RunRecord run) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            List<Site> sites = run.sites();
            json.writeStartObject();
            agent(json, run);
            totals(json, run, sites);
            sites(json, run, sites);
            preloaded(json, run);
            errors(json, run);
            json.writeEndObject();
        }
        return text.append('\n').toString();
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

    private static void totals(JsonGenerator json, RunRecord run, List<Site> sites) throws IOException {
        Totals totals = Totals.of(run, sites);
        json.writeObjectFieldStart("totals");
        json.writeNumberField("classes_scanned", run.classesScanned());
        json.writeNumberField("classes_rewritten", run.classesRewritten());
        json.writeNumberField("sites_swapped", totals.swapped());
        json.writeNumberField("sites_skipped", totals.skipped());
        json.writeObjectFieldStart("instances");
        for (int i = 0; i < Primitive.count(); i++) {
            json.writeNumberField(Primitive.at(i).simpleName(), totals.instances(Primitive.at(i)));
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void sites(JsonGenerator json, RunRecord run, List<Site> sites) throws IOException {
        json.writeArrayFieldStart("sites");
        for (Site site : sites) {
            String skipped = site.skipped();
            json.writeStartObject();
            json.writeStringField("class", site.className());
            json.writeStringField("method", site.method());
            json.writeNumberField("line", site.line());
            json.writeStringField("type", site.type().simpleName());
            json.writeStringField("kind", site.kind().label());
            json.writeStringField("outcome", skipped == null ? "swapped" : "skipped");
            json.writeStringField("reason", skipped == null ? "" : skipped);
            long instances = run.instances(site);
            if (instances >= 0) {
                json.writeNumberField("instances", instances);
            } else if (skipped == null) {
                json.writeNullField("instances");
            } else {
                json.writeNumberField("instances", 0);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void preloaded(JsonGenerator json, RunRecord run) throws IOException {
        json.writeArrayFieldStart("preloaded");
        for (RunRecord.Preloaded loaded : run.preloaded()) {
            json.writeStartObject();
            json.writeStringField("class", loaded.className());
            json.writeStringField("type", loaded.type());
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
