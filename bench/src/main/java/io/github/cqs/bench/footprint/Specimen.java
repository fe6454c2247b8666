package io.github.cqs.bench.footprint;

import java.util.List;

/**
 * The bytes of one kind of object with all that it refers to.
 *
 * @param type the class as the program names it
 * @param actual the class that it got
 * @param idle before anybody used it
 * @param afterContention when eight threads had waited for it and were gone
 * @param classes what it then consists of
 */
record Specimen(String type, boolean fair, String actual, long idle, long afterContention, List<String> classes) {
    /** Reads a line that {@link Specimens} printed. */
    static Specimen parse(String line) {
        String[] fields = line.split("\t", -1);
        return new Specimen(
                fields[0],
                Boolean.parseBoolean(fields[1]),
                fields[2],
                Long.parseLong(fields[3]),
                Long.parseLong(fields[4]),
                List.of(fields[5].split(", ", -1)));
    }
}
