package io.github.cqs.bench.counts;

import io.github.cqs.bench.counts.Tape.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the operations of one run came to, all threads together.
 *
 * @param counts by kind
 * @param lines different cache lines that an operation takes for writing, summed over operations
 * @param movedBy how often a line was taken that another thread had taken last, by what it was taken for
 * @param movedPadded the same if every field had a line of its own
 * @param mostUnparks most threads woken by an operation without a wait of its own in between
 */
record Tally(
        long operations,
        Map<Kind, Long> counts,
        long lines,
        Map<String, Long> movedBy,
        long movedPadded,
        long mostUnparks) {

    static Tally of(List<Tape> tapes, Set<String> padded) {
        Map<Kind, Long> counts = new java.util.EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            counts.put(
                    kind, tapes.stream().mapToLong(tape -> tape.counted(kind)).sum());
        }
        Layout layout = new Layout(padded);
        return new Tally(
                tapes.stream().mapToLong(Tape::operations).sum(),
                counts,
                tapes.stream().mapToLong(tape -> lines(tape, layout)).sum(),
                moves(tapes, event -> layout.line(event.target(), event.place())),
                sum(moves(tapes, Event::place)),
                tapes.stream().mapToLong(Tape::mostUnparks).max().orElse(0));
    }

    /** Which part of an object an event takes. */
    private interface Part {
        Object of(Event event);
    }

    private static long lines(Tape tape, Layout layout) {
        long lines = 0;
        IdentityHashMap<Object, Set<Object>> taken = new IdentityHashMap<>();
        int operation = -1;
        for (Event event : tape.events()) {
            if (event.operation() != operation) {
                operation = event.operation();
                taken.clear();
            }
            Object line = layout.line(event.target(), event.place());
            if (taken.computeIfAbsent(event.target(), target -> new HashSet<>()).add(line)) {
                lines++;
            }
        }
        return lines;
    }

    private static Map<String, Long> moves(List<Tape> tapes, Part part) {
        record Taken(Event event, int thread) {}
        List<Taken> all = new ArrayList<>();
        for (int thread = 0; thread < tapes.size(); thread++) {
            for (Event event : tapes.get(thread).events()) {
                all.add(new Taken(event, thread));
            }
        }
        all.sort(Comparator.comparingLong(taken -> taken.event().time()));
        Map<String, Long> moves = new TreeMap<>();
        IdentityHashMap<Object, Map<Object, Integer>> owners = new IdentityHashMap<>();
        for (Taken taken : all) {
            Integer before = owners.computeIfAbsent(taken.event().target(), target -> new HashMap<>())
                    .put(part.of(taken.event()), taken.thread());
            if (before != null && before != taken.thread()) {
                moves.merge(name(taken.event()), 1L, Long::sum);
            }
        }
        return moves;
    }

    /** Like {@code Line.suspendIndex}, or {@code Object[]}. */
    private static String name(Event event) {
        Class<?> type = event.target().getClass();
        return event.place() instanceof String field ? type.getSimpleName() + "." + field : type.getSimpleName();
    }

    private static long sum(Map<String, Long> moves) {
        return moves.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How often a line was taken that another thread had taken last. */
    long moved() {
        return sum(movedBy);
    }

    /** What lines were taken for that another thread had taken last, for one operation. */
    Map<String, Double> movedByEach() {
        Map<String, Double> figures = new TreeMap<>();
        movedBy.forEach((place, n) -> figures.put(place, each(n)));
        return figures;
    }

    private double each(long total) {
        return (double) total / operations;
    }

    /** All figures for one operation, by name, in their order. */
    Map<String, Double> perOperation() {
        Map<String, Double> figures = new java.util.LinkedHashMap<>();
        counts.forEach((kind, n) -> figures.put(kind.name().toLowerCase(java.util.Locale.ROOT), each(n)));
        figures.put("lines", each(lines));
        figures.put("moved", each(moved()));
        figures.put("moved_padded", each(movedPadded));
        figures.put("most_unparks", (double) mostUnparks);
        return figures;
    }
}
