package io.github.cqs.agent.tools;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What HotSpot's text form of a thread dump says about the fixture's threads, in an order of our own: states, frames of the fixture,
 * every lock line, and the deadlocks. Addresses become numbers, the same address always the same number. Frames of the JDK and of
 * generated classes are left out.
 */
final class ThreadDump {
    private static final Pattern HEADER = Pattern.compile("\"(t-[^\"]+)\" .* nid=\\S+ (.*?)\\s*(\\[0x.*)?");
    private static final Pattern DEADLOCKED = Pattern.compile("\"(t-[^\"]+)\":");
    private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-f]+");

    private ThreadDump() {}

    /** What is said, by thread; the deadlocks under names of their own. */
    static Map<String, String> read(String text) {
        Map<String, StringBuilder> parts = new TreeMap<>();
        StringBuilder part = new StringBuilder();
        boolean inDeadlocks = false;
        for (String line : text.lines().toList()) {
            Matcher header = HEADER.matcher(line);
            Matcher deadlocked = DEADLOCKED.matcher(line);
            if (line.startsWith("Found ")) {
                inDeadlocks = true;
                parts.computeIfAbsent("deadlocks", name -> new StringBuilder())
                        .append(line)
                        .append('\n');
                part = new StringBuilder();
            } else if (line.startsWith("Java stack information")) {
                inDeadlocks = false;
                part = new StringBuilder();
            } else if (header.matches()) {
                part = parts.computeIfAbsent(header.group(1), name -> new StringBuilder());
                part.append(line.contains(" daemon ") ? "daemon " : "")
                        .append(header.group(2))
                        .append('\n');
            } else if (deadlocked.matches()) {
                String name = (inDeadlocks ? "deadlocked " : "stack of deadlocked ") + deadlocked.group(1);
                part = parts.computeIfAbsent(name, key -> new StringBuilder());
            } else if (line.startsWith("\"")) {
                part = new StringBuilder();
            } else if (!line.isBlank() && (inDeadlocks || tells(line.strip()))) {
                part.append(line.strip()).append('\n');
            }
        }
        Map<String, String> numbers = new TreeMap<>();
        Map<String, String> dump = new LinkedHashMap<>();
        parts.forEach((name, said) -> dump.put(
                name,
                ADDRESS.matcher(said)
                        .replaceAll(address ->
                                numbers.computeIfAbsent(address.group(), key -> "#" + (numbers.size() + 1)))));
        return dump;
    }

    private static boolean tells(String line) {
        return line.startsWith("- ")
                || line.startsWith("at fixture.") && !line.contains("$$Lambda")
                || line.startsWith("java.lang.Thread.State:")
                || line.startsWith("Locked ownable synchronizers");
    }
}
