package io.github.cqs.agent.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;

/** Looks for system properties that are meant as tunables of the engines, which read what they know and ignore the rest. */
public final class Tunables {
    private Tunables() {}

    /**
     * One sentence for each property that is nearly the key of a tunable, or of the same area, and for each value that is ignored. Others that begin with
     * {@code cqs.} belong to someone else.
     *
     * @param ranges the least and the greatest value by key
     */
    public static List<String> notes(Properties properties, Map<String, long[]> ranges) {
        List<String> notes = new ArrayList<>(0);
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            long[] range = ranges.get(name);
            if (range != null) {
                String value = properties.getProperty(name);
                if (!isWithin(value, range[0], range[1])) {
                    notes.add("bad value '" + value + "' for the tunable " + name
                            + ", which is ignored; valid: a whole number from " + range[0] + " to " + range[1]);
                }
            } else if (Options.isTunable(name)) {
                String meant = Spelling.nearest(name, ranges.keySet());
                if (meant != null || isArea(area(name), ranges)) {
                    notes.add("the system property " + name + " is no tunable and is ignored" + Spelling.guess(meant));
                }
            }
        }
        return notes;
    }

    /** Numbers are written as the engines read them. */
    private static boolean isWithin(String value, long least, long greatest) {
        try {
            long number = Long.decode(value);
            return number >= least && number <= greatest;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean isArea(String area, Map<String, long[]> ranges) {
        for (String key : ranges.keySet()) {
            if (area(key).equals(area)) {
                return true;
            }
        }
        return false;
    }

    private static String area(String key) {
        return key.substring(0, key.indexOf('.', Options.PROPERTY_PREFIX.length()));
    }
}
