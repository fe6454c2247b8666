package io.github.cqs.agent.report;

import java.io.IOException;
import java.io.Writer;

/** Writes HTML; what is not ours goes through {@link #text}, {@link #attribute} or {@link #name}. */
final class Html {
    private final Writer out;

    Html(Writer out) {
        this.out = out;
    }

    Writer out() {
        return out;
    }

    /** Markup of our own. */
    Html raw(String markup) throws IOException {
        out.write(markup);
        return this;
    }

    /** Text of anybody's. */
    Html text(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> out.write("&lt;");
                case '>' -> out.write("&gt;");
                case '&' -> out.write("&amp;");
                case '"' -> out.write("&quot;");
                case '\'' -> out.write("&#39;");
                default -> out.write(Character.isISOControl(c) && c != '\n' && c != '\t' ? '\uFFFD' : c);
            }
        }
        return this;
    }

    /** An attribute, none if it would be empty. */
    Html attribute(String name, String value) throws IOException {
        return value.isEmpty()
                ? this
                : raw(" ").raw(name).raw("=\"").text(value).raw("\"");
    }

    /** A class name whose package stands back, and what follows. */
    Html name(String className, String rest) throws IOException {
        int simple = className.lastIndexOf('.') + 1;
        return raw("<code><span class=\"package\">")
                .text(className.substring(0, simple))
                .raw("</span><wbr>")
                .text(className.substring(simple))
                .raw(rest.isEmpty() ? "" : "<wbr>")
                .text(rest)
                .raw("</code>");
    }

    Html outcome(boolean swapped) throws IOException {
        String word = swapped ? "swapped" : "skipped";
        return raw("<span class=\"outcome-").raw(word).raw("\">").raw(word).raw("</span>");
    }

    /** Opens a table up to its first row. */
    Html table(String... headers) throws IOException {
        raw("<div class=\"scroll\">\n<table class=\"plain\">\n<thead><tr>");
        for (String header : headers) {
            raw("<th scope=\"col\">").text(header).raw("</th>");
        }
        return raw("</tr></thead>\n<tbody>\n");
    }

    /** A number with commas between thousands. */
    static String number(long value) {
        StringBuilder digits = new StringBuilder(Long.toString(value));
        for (int i = digits.length() - 3; i > (value < 0 ? 1 : 0); i -= 3) {
            digits.insert(i, ',');
        }
        return digits.toString();
    }
}
