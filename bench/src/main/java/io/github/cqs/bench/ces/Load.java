package io.github.cqs.bench.ces;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What the tasks do.
 *
 * @param section nanoseconds of work in a section
 * @param parallel nanoseconds of work between two; unused in {@link Part#SIEVE}, where the sieve is that work
 * @param resources each with a lock of its own
 */
record Load(Part part, int tasks, int section, int parallel, int resources) implements Serializable {
    static final List<Integer> CROWDS = List.of(16, 1000, 5000);
    private static final List<Integer> SECTIONS = List.of(0, 250, 1000, 7500);
    private static final List<Integer> LENGTHS = List.of(0, 250, 1000, 2500, 5000, 7500);
    private static final List<Integer> FEW_LENGTHS = List.of(0, 1000, 7500);
    private static final List<Integer> PARALLEL = List.of(1000, 10_000);
    private static final List<Integer> RESOURCES = List.of(4, 64, 1024);
    /** The longer of them is one for which the agent hands carriers over. */
    private static final List<Integer> FOLLOWED = List.of(1000, 7500);

    private static final List<Integer> DELAYED = List.of(250, 7500);

    /** Everything, in the order of the tables; fewer lengths if {@code quick}. */
    static List<Load> all(boolean quick) {
        List<Load> loads = new ArrayList<>();
        for (int tasks : CROWDS) {
            for (int section : SECTIONS) {
                for (int parallel : PARALLEL) {
                    loads.add(new Load(Part.TABLE, tasks, section, parallel, 1));
                }
            }
        }
        for (int tasks : quick ? List.of(1000) : List.of(16, 1000)) {
            for (int section : FEW_LENGTHS) {
                for (int parallel : PARALLEL) {
                    loads.add(new Load(Part.MODEL, tasks, section, parallel, 1));
                }
            }
        }
        for (int tasks : CROWDS) {
            for (int length : quick ? FEW_LENGTHS : LENGTHS) {
                loads.add(new Load(Part.SIEVE, tasks, length, 0, 1));
            }
        }
        for (int section : FOLLOWED) {
            for (int resources : RESOURCES) {
                loads.add(new Load(Part.PLACES, 1000, section, 1000, resources));
            }
        }
        for (int section : DELAYED) {
            for (int tasks : CROWDS) {
                loads.add(new Load(Part.DELAY, tasks, section, 1000, 1));
            }
        }
        return loads;
    }

    String name() {
        String work = part == Part.SIEVE ? "" : ".p" + parallel;
        return part.label() + ".n" + tasks + ".s" + section + work + (resources == 1 ? "" : ".r" + resources);
    }

    static Load find(String name) {
        return all(false).stream()
                .filter(load -> load.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no load is called " + name));
    }
}
