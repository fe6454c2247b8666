package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.List;

/** Columns as wide as their widest cell; flush right, or flush left where the heading starts with a hyphen. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<Boolean> left = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... headings) {
        List<String> row = new ArrayList<>();
        for (String heading : headings) {
            boolean flushLeft = heading.startsWith("-");
            left.add(flushLeft);
            row.add(flushLeft ? heading.substring(1) : heading);
        }
        rows.add(row);
    }

    void add(String... cells) {
        rows.add(List.of(cells));
    }

    String text() {
        StringBuilder text = new StringBuilder();
        rows.forEach(row -> appendLine(text, row));
        return text.toString();
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            rows.get(i)
                    .forEach(cell ->
                            text.append("| ").append(cell.replace("|", "\\|")).append(' '));
            text.append("|\n");
            if (i == 0) {
                left.forEach(flushLeft -> text.append(flushLeft ? "|---" : "|--:"));
                text.append("|\n");
            }
        }
        return text.toString();
    }

    private void appendLine(StringBuilder text, List<String> row) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            int padding = width(column) - row.get(column).length();
            boolean flushLeft = left.get(column);
            line.append(column == 0 ? "" : GAP)
                    .append(" ".repeat(flushLeft ? 0 : padding))
                    .append(row.get(column))
                    .append(" ".repeat(flushLeft ? padding : 0));
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
