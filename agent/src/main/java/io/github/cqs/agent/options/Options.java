package io.github.cqs.agent.options;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The effective options, where each comes from, and what was wrong. Immutable once read. */
public final class Options {
    static final String PROPERTY_PREFIX = "cqs.";
    private static final String VARIABLE_PREFIX = "CQS_";

    /** What a container beside a service gets; a text, as it is hardly ever needed. */
    private static final String OF_A_SERVICE = "CQS_(.+_)?(SERVICE_HOST|SERVICE_PORT|PORT)(_.+)?";

    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private final Map<Option, String> values = new EnumMap<>(Option.class);
    private final Map<Option, Origin> origins = new EnumMap<>(Option.class);
    private final List<String> problems = new ArrayList<>(0);
    private final List<String> notes = new ArrayList<>(0);

    /** Where a value comes from, strongest last. */
    public enum Origin {
        DEFAULT("default"),
        FILE("file"),
        ENVIRONMENT("environment"),
        PROPERTY("property"),
        ARGUMENT("argument");

        private final String label;

        Origin(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    private Options() {
        for (Option option : Option.all()) {
            values.put(option, option.defaultValue());
            origins.put(option, Origin.DEFAULT);
        }
    }

    /*
     * Overview.
     *
     * Sources are read from the weakest to the strongest, each overwriting the one before; the file comes first but
     * its name may stand in any of the others, so config alone is looked up before. A wrong value never replaces a
     * right one, so that strict and log keep a meaning when other values are wrong.
     *
     * An unknown key is an error where only our users write: in the arguments, the file and in cqs.KEY. A longer
     * property name, cqs.area.name, is a tunable of the engines (see Tunables) or none of ours. In the environment an unknown CQS_ variable is only
     * noted, because others set variables too: a service named cqs puts CQS_PORT into every container beside it. With strict=fail, which asks for more, only those
     * that such a service sets are.
     */

    /**
     * Reads all sources.
     *
     * @param arguments what follows {@code -javaagent:jar=}, or {@code null}
     */
    public static Options read(@Nullable String arguments, Properties properties, Map<String, String> environment) {
        Options options = new Options();
        Pairs fromArguments = new Pairs();
        options.split(arguments == null ? "" : arguments, fromArguments);
        String file = options.configFile(fromArguments, properties, environment);
        if (file != null) {
            options.readFile(file);
        }
        for (Option option : Option.all()) {
            String value = environment.get(option.variable());
            /* Whoever cannot take a variable away empties it. */
            options.set(option, value == null || value.isBlank() ? null : value, Origin.ENVIRONMENT);
        }
        options.readProperties(properties);
        options.readArguments(fromArguments);
        options.noteUnknownVariables(environment.keySet());
        options.noteRepeated(fromArguments, Origin.ARGUMENT);
        options.checkReport();
        return options;
    }

    /** Splits at commas; {@code \\,} is a comma of the value. The first equals sign ends the key. */
    private void split(String arguments, Pairs pairs) {
        StringBuilder pair = new StringBuilder();
        for (int i = 0; i <= arguments.length(); i++) {
            char c = i == arguments.length() ? ',' : arguments.charAt(i);
            if (c == '\\' && i + 1 < arguments.length() && arguments.charAt(i + 1) == ',') {
                pair.append(',');
                i++;
            } else if (c == ',') {
                splitPair(pair.toString().strip(), pairs);
                pair.setLength(0);
            } else {
                pair.append(c);
            }
        }
    }

    private void splitPair(String pair, Pairs pairs) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
            pairs.put(
                    pair.substring(0, equals).strip(),
                    pair.substring(equals + 1).strip());
        } else if (!pair.isEmpty()) {
            Option option = Option.byKey(pair);
            if (option == null) {
                unknown(pair, Origin.ARGUMENT);
            } else {
                problems.add("no value for " + pair + in(Origin.ARGUMENT) + "; valid: " + option.valid());
            }
        }
    }

    /** Keys and values of one source that remembers which keys came more than once. */
    @SuppressWarnings("serial")
    private static final class Pairs extends Properties {
        private final Set<String> repeated = new TreeSet<>();

        @Override
        public synchronized @Nullable Object put(Object key, Object value) {
            Object before = super.put(key, value);
            if (before != null) {
                repeated.add(String.valueOf(key));
            }
            return before;
        }
    }

    private void noteRepeated(Pairs pairs, Origin origin) {
        for (String key : pairs.repeated) {
            notes.add(key + " is given more than once" + in(origin) + "; the last one counts");
        }
    }

    private @Nullable String configFile(Properties arguments, Properties properties, Map<String, String> environment) {
        String file = arguments.getProperty(Option.CONFIG.key());
        if (file == null) {
            file = properties.getProperty(PROPERTY_PREFIX + Option.CONFIG.key());
        }
        if (file == null) {
            file = environment.get(Option.CONFIG.variable());
        }
        return file == null || file.isBlank() ? null : file.strip();
    }

    private void readFile(String file) {
        Pairs lines = new Pairs();
        /* No channel before the application begins (see ReportFile). */
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new FileInputStream(Path.of(file).toFile()), StandardCharsets.UTF_8.newDecoder()))) {
            reader.mark(1);
            if (reader.read() != BYTE_ORDER_MARK) {
                reader.reset();
            }
            lines.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            problems.add("config file '" + file + "' cannot be read (" + ReportFile.reason(e) + "); valid: "
                    + Option.CONFIG.valid());
            return;
        }
        noteRepeated(lines, Origin.FILE);
        for (String key : new TreeSet<>(lines.stringPropertyNames())) {
            Option option = Option.byKey(key);
            if (option == Option.CONFIG) {
                problems.add("key 'config' in a config file; a file names no other");
            } else if (option == null) {
                unknown(key, Origin.FILE);
            } else {
                set(option, lines.getProperty(key), Origin.FILE);
            }
        }
    }

    private void readProperties(Properties properties) {
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            if (name.startsWith(PROPERTY_PREFIX)) {
                String key = name.substring(PROPERTY_PREFIX.length());
                Option option = Option.byKey(key);
                if (option != null) {
                    set(option, properties.getProperty(name), Origin.PROPERTY);
                } else if (!isTunable(name)) {
                    unknown(key, Origin.PROPERTY);
                }
            }
        }
    }

    /** Whether a property that begins as ours do has the form of a tunable, {@code cqs.area.name}. */
    static boolean isTunable(String property) {
        return property.startsWith(PROPERTY_PREFIX) && property.indexOf('.', PROPERTY_PREFIX.length()) > 0;
    }

    private void readArguments(Properties pairs) {
        for (String key : new TreeSet<>(pairs.stringPropertyNames())) {
            Option option = Option.byKey(key);
            if (option == null) {
                unknown(key, Origin.ARGUMENT);
            } else {
                set(option, pairs.getProperty(key), Origin.ARGUMENT);
            }
        }
    }

    private void noteUnknownVariables(Set<String> names) {
        List<String> variables = new ArrayList<>();
        for (Option option : Option.all()) {
            variables.add(option.variable());
        }
        for (String name : new TreeSet<>(names)) {
            if (name.startsWith(VARIABLE_PREFIX) && !variables.contains(name)) {
                String what = "the environment's " + name + " is none of the agent's variables";
                String guess = Spelling.guess(Spelling.nearest(name, variables));
                if (is(Option.STRICT, "fail") && !name.matches(OF_A_SERVICE)) {
                    problems.add(what + guess + "; valid: " + String.join(", ", variables));
                } else {
                    notes.add(what + " and is ignored" + guess);
                }
            }
        }
    }

    private void unknown(String key, Origin origin) {
        problems.add("unknown key '" + key + "'" + in(origin)
                + (key.indexOf('.') >= 0
                        ? "; tunables are system properties, -Dcqs.area.name=number"
                        : Spelling.guess(Spelling.nearest(key, Option.keys())))
                + "; valid: " + String.join(", ", Option.keys()));
    }

    private void set(Option option, @Nullable String given, Origin origin) {
        if (given == null) {
            return;
        }
        String value = given.strip();
        if (option.accepts(value)) {
            values.put(option, value);
            origins.put(option, origin);
        } else {
            problems.add("bad value '" + value + "' for " + option.key() + in(origin)
                    + Spelling.guess(Spelling.nearest(value, option.choices())) + "; valid: " + option.valid());
        }
    }

    /** Finds out now, not when the JVM exits, that there is no place for the report. */
    private void checkReport() {
        String reason;
        try {
            Path file = reportFile();
            reason = file == null ? null : ReportFile.problem(file);
        } catch (InvalidPathException e) {
            reason = ReportFile.reason(e);
        }
        if (reason != null) {
            problems.add("report cannot be written to '" + value(Option.REPORT) + "'"
                    + in(origin(Option.REPORT))
                    + ": "
                    + reason
                    + "; valid: a file in an existing folder that can be written");
            values.put(Option.REPORT, Option.REPORT.defaultValue());
            origins.put(Option.REPORT, Origin.DEFAULT);
        }
    }

    private static String in(Origin origin) {
        return " (" + origin.label() + ')';
    }

    /** One sentence for each unknown key, bad value and unusable file. */
    public List<String> problems() {
        return problems;
    }

    /** What is odd without being wrong. */
    public List<String> notes() {
        return notes;
    }

    public String value(Option option) {
        String value = values.get(option);
        return value == null ? option.defaultValue() : value;
    }

    public Origin origin(Option option) {
        Origin origin = origins.get(option);
        return origin == null ? Origin.DEFAULT : origin;
    }

    public boolean is(Option option, String value) {
        return value(option).equals(value);
    }

    /** One bit by {@code Primitive.index()} for each class to be swapped. */
    public int primitives() {
        return Primitives.mask(value(Option.PRIMITIVES));
    }

    /** Whether there is a report; that of a dry run goes to stderr if no other place is named. */
    public boolean reports() {
        return !is(Option.REPORT, "none") || is(Option.DRY_RUN, "true");
    }

    /** The report's file, {@code null} when there is none. Several JVMs have one each if its name tells them apart, as that of the JVM's own logs may. */
    public @Nullable Path reportFile() {
        String value = value(Option.REPORT);
        if (value.equals("none") || value.equals("stderr")) {
            return null;
        }
        Path file = Path.of(value);
        Path name = file.getFileName();
        return name == null
                ? file
                : file.resolveSibling(name.toString()
                        .replace("%p", Long.toString(ProcessHandle.current().pid())));
    }

    /** All effective values with their origins on one line. */
    public String summary() {
        StringBuilder line = new StringBuilder();
        for (Option option : Option.all()) {
            line.append(line.length() == 0 ? "" : ", ")
                    .append(option.key())
                    .append('=')
                    .append(value(option))
                    .append(in(origin(option)));
        }
        return line.toString();
    }
}
