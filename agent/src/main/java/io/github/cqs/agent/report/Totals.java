package io.github.cqs.agent.report;

import io.github.cqs.agent.rewrite.Primitive;
import java.io.IOException;

/** The sums over all sites of one report. */
final class Totals {
    private final long[] instances = new long[Primitive.count()];
    private long swapped;
    private long skipped;
    private boolean counted;
    private boolean sourced;
    private boolean measured;

    static Totals of(RunRecord run) throws IOException {
        Totals totals = new Totals();
        run.forEachSite(totals::add);
        return totals;
    }

    private void add(SiteRow site) {
        if (site.swapped()) {
            swapped++;
        } else {
            skipped++;
        }
        instances[site.type().index()] += Math.max(0, site.instances());
        counted |= site.instances() >= 0;
        sourced |= !site.source().isEmpty();
        measured |= site.statistics() != null;
    }

    long swapped() {
        return swapped;
    }

    long skipped() {
        return skipped;
    }

    long instances(Primitive type) {
        return instances[type.index()];
    }

    /** Whether instances are counted at any site. */
    boolean counted() {
        return counted;
    }

    /** Whether any site says which file it is from. */
    boolean sourced() {
        return sourced;
    }

    /** Whether any site has statistics. */
    boolean measured() {
        return measured;
    }
}
