package io.github.cqs.agent.install;

import io.github.cqs.agent.rewrite.Counters;
import java.util.ArrayList;
import java.util.List;

/** The counters of the sites of one class: the same ones whenever it is rewritten again, as when it is loaded by another loader, or another agent redefines it. */
final class SiteNumbers {
    private final Counters all;
    private final List<Integer> handed = new ArrayList<>(4);
    private boolean reported;

    SiteNumbers(Counters all) {
        this.all = all;
    }

    private synchronized int number(int index) {
        while (handed.size() <= index) {
            handed.add(all.next());
        }
        return handed.get(index);
    }

    /** Whether this is the first call: its sites are to be reported once. */
    synchronized boolean firstReport() {
        boolean first = !reported;
        reported = true;
        return first;
    }

    /** The counters for one rewriting of the class, from its first site on. */
    Counters fromTheFirst() {
        return new Counters() {
            private int next;

            @Override
            public String counterClass() {
                return all.counterClass();
            }

            @Override
            public boolean areArguments() {
                return all.areArguments();
            }

            @Override
            public int next() {
                return number(next++);
            }
        };
    }
}
