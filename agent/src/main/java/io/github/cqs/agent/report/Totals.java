package io.github.cqs.agent.report;

import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.Site;
import java.util.List;

/** The sums over all sites of one report. */
final class Totals {
    private final long[] instances = new long[Primitive.count()];
    private long swapped;
    private long skipped;

    static Totals of(RunRecord run, List<Site> sites) {
        Totals totals = new Totals();
        for (Site site : sites) {
            if (site.skipped() == null) {
                totals.swapped++;
            } else {
                totals.skipped++;
            }
            totals.instances[site.type().index()] += Math.max(0, run.instances(site));
        }
        return totals;
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
}
