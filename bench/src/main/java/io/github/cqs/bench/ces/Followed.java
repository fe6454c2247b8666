package io.github.cqs.bench.ces;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How sections followed each other, over all resources.
 *
 * @param contended sections that somebody waited for when the section before ended
 * @param stayed how many of those ran on the carrier of the section before
 * @param delays the time in which nobody was in while somebody waited, a {@link Histogram}
 * @param traces of each resource, time and carrier of some sections, alternating
 */
public record Followed(long sections, long contended, long stayed, String delays, List<long[]> traces)
        implements Serializable {

    /** Of all these resources; the traces of the first few. */
    public static Followed of(List<HandOvers> resources, int traced) {
        long sections = 0;
        long contended = 0;
        long stayed = 0;
        Histogram delays = new Histogram();
        List<long[]> traces = new ArrayList<>();
        for (HandOvers resource : resources) {
            sections += resource.sections();
            contended += resource.contended();
            stayed += resource.stayed();
            delays.add(resource.delays());
            if (traces.size() < traced) {
                traces.add(resource.trace());
            }
        }
        return new Followed(sections, contended, stayed, delays.text(), traces);
    }

    Followed withoutTraces() {
        return new Followed(sections, contended, stayed, delays, List.of());
    }

    /** As objects of the JDK, for loops whose classes are copies. */
    Object[] encoded() {
        return new Object[] {sections, contended, stayed, delays, traces.toArray(new long[0][])};
    }

    static Followed decoded(Object[] parts) {
        return new Followed(
                (long) parts[0],
                (long) parts[1],
                (long) parts[2],
                (String) parts[3],
                new ArrayList<>(Arrays.asList((long[][]) parts[4])));
    }
}
