package io.github.cqs.agent.ab;

import java.util.Locale;

/** A drawing whose colours come from the page's style. */
final class Svg {
    private final StringBuilder text = new StringBuilder();

    Svg(int width, int height, String label) {
        text.append("<svg viewBox=\"0 0 ").append(width).append(' ').append(height);
        text.append("\" role=\"img\" aria-label=\"").append(escape(label)).append("\">\n");
    }

    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(Character.isISOControl(c) && c != '\n' && c != '\t' ? '\uFFFD' : c);
            }
        }
        return escaped.toString();
    }

    private static String n(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    Svg line(String style, double x1, double y1, double x2, double y2) {
        text.append("<line class=\"")
                .append(style)
                .append("\" x1=\"")
                .append(n(x1))
                .append("\" y1=\"")
                .append(n(y1));
        text.append("\" x2=\"").append(n(x2)).append("\" y2=\"").append(n(y2)).append("\"/>\n");
        return this;
    }

    Svg rect(String style, double x, double y, double width, double height) {
        text.append("<rect class=\"")
                .append(style)
                .append("\" x=\"")
                .append(n(x))
                .append("\" y=\"")
                .append(n(y));
        text.append("\" width=\"")
                .append(n(width))
                .append("\" height=\"")
                .append(n(height))
                .append("\" rx=\"2\"/>\n");
        return this;
    }

    Svg dot(String style, double x, double y, String title) {
        text.append("<circle class=\"")
                .append(style)
                .append("\" cx=\"")
                .append(n(x))
                .append("\" cy=\"")
                .append(n(y));
        text.append("\" r=\"4\"><title>").append(escape(title)).append("</title></circle>\n");
        return this;
    }

    Svg path(String style, StringBuilder points) {
        text.append("<path class=\"")
                .append(style)
                .append("\" d=\"")
                .append(points)
                .append("\"/>\n");
        return this;
    }

    static void point(StringBuilder points, double x, double y) {
        points.append(points.isEmpty() ? 'M' : 'L').append(n(x)).append(' ').append(n(y));
    }

    /** Text whose anchor is {@code start}, {@code middle} or {@code end}. */
    Svg text(String anchor, double x, double y, String what) {
        text.append("<text text-anchor=\"")
                .append(anchor)
                .append("\" x=\"")
                .append(n(x))
                .append("\" y=\"")
                .append(n(y));
        text.append("\">").append(escape(what)).append("</text>\n");
        return this;
    }

    String end() {
        return text.append("</svg>\n").toString();
    }
}
