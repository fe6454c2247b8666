package io.github.cqs.agent.install;

import io.github.cqs.agent.rewrite.Counters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sites of one class, reported once, and their counters: the same ones whenever it is rewritten again, as when it is loaded by another loader, or another agent redefines it. */
final class SiteNumbers {
    private final @Nullable Counters all;
    private final List<Integer> handed = new ArrayList<>(4);
    private boolean reported;

    /** @param all {@code null} to count nothing */
    SiteNumbers(@Nullable Counters all) {
        this.all = all;
    }

    private synchronized int number(Counters from, int index) {
        while (handed.size() <= index) {
            handed.add(from.next());
        }
        return handed.get(index);
    }

    /** Whether this is the first call: its sites are to be reported once. */
    synchronized boolean firstReport() {
        boolean first = !reported;
        reported = true;
        return first;
    }

    /** The counters for one rewriting of the class, from its first site on; {@code null} to count nothing. */
    @Nullable
    Counters fromTheFirst() {
        Counters from = all;
        return from == null
                ? null
                : new Counters() {
                    private int next;

                    @Override
                    public String counterClass() {
                        return from.counterClass();
                    }

                    @Override
                    public boolean areArguments() {
                        return from.areArguments();
                    }

                    @Override
                    public int next() {
                        return number(from, next++);
                    }
                };
    }
}
