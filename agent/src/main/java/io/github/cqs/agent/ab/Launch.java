package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a command is run with more options for its JVM: spliced in where the command is the java launcher itself, through
 * {@code JAVA_TOOL_OPTIONS} where it is anything else.
 *
 * @param environment what is added to the environment
 */
record Launch(List<String> command, Map<String, String> environment) {
    private static final String VARIABLE = "JAVA_TOOL_OPTIONS";
    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--patch-module",
            "--enable-native-access",
            "--source",
            "--describe-module",
            "-d");

    /** Adds the options; they come after the command's own agents, since some must be first. */
    static Launch of(List<String> command, List<String> options, Map<String, String> environment) {
        if (isJava(command.get(0))) {
            List<String> spliced = new ArrayList<>(command);
            spliced.addAll(afterAgents(command), options);
            return new Launch(spliced, Map.of());
        }
        Map<String, String> changed = new HashMap<>();
        if (!options.isEmpty()) {
            StringBuilder text = new StringBuilder(environment.getOrDefault(VARIABLE, ""));
            options.forEach(option -> text.append(text.isEmpty() ? "" : " ").append(quote(option)));
            changed.put(VARIABLE, text.toString());
        }
        return new Launch(List.copyOf(command), changed);
    }

    static boolean isJava(String program) {
        String name = program.substring(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
        return name.equals("java") || name.equalsIgnoreCase("java.exe");
    }

    private static int afterAgents(List<String> command) {
        int after = 1;
        for (int i = 1; i < command.size(); i++) {
            String option = command.get(i);
            boolean isOption = option.startsWith("-") || option.startsWith("@");
            if (!isOption || option.equals("-jar") || option.equals("-m")) {
                break;
            }
            if (option.startsWith("-javaagent:")) {
                after = i + 1;
            } else if (WITH_VALUE.contains(option)) {
                i++;
            }
        }
        return after;
    }

    /** The JVM takes quotes in the variable, but no escapes. */
    private static String quote(String option) {
        if (option.chars().noneMatch(c -> Character.isWhitespace(c) || c == '\'' || c == '"')) {
            return option;
        }
        return option.indexOf('"') < 0 ? '"' + option + '"' : '\'' + option + '\'';
    }
}
