package io.github.cqs.agent.ab;

import io.github.cqs.agent.install.DeliveredClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where the runs happen. */
final class Machine {
    private Machine() {}

    static Map<String, String> describe() throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "system",
                System.getProperty("os.name")
                        + ' '
                        + System.getProperty("os.version")
                        + ' '
                        + System.getProperty("os.arch"));
        facts.put(
                "processors", Runtime.getRuntime().availableProcessors() + field("/proc/cpuinfo", "model name", ", "));
        facts.put("memory", field("/proc/meminfo", "MemTotal", ""));
        facts.put(
                "jvm of the comparison",
                System.getProperty("java.vm.name") + ' ' + System.getProperty("java.vm.version"));
        facts.put("agent", DeliveredClasses.read().version());
        facts.put("load average at start", loadAverage());
        String options = System.getenv("JAVA_TOOL_OPTIONS");
        if (options != null) {
            facts.put("JAVA_TOOL_OPTIONS", options);
        }
        facts.values().removeIf(String::isEmpty);
        return facts;
    }

    private static String field(String file, String name, String prefix) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter(line -> line.startsWith(name))
                    .findFirst()
                    .map(line -> prefix + line.substring(line.indexOf(':') + 1).strip())
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private static String loadAverage() {
        try {
            String[] parts = Files.readString(Path.of("/proc/loadavg")).split(" ", 4);
            return String.join(" ", parts[0], parts[1], parts[2]);
        } catch (IOException e) {
            return "";
        }
    }
}
