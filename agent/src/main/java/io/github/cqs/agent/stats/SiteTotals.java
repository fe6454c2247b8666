package io.github.cqs.agent.stats;

import io.github.cqs.agent.report.SiteStatistics;
import io.github.cqs.agent.rewrite.Site;

/** One site's row of {@link SynchronizerMXBean#getSites}. */
public final class SiteTotals {
    private final String site;
    private final long instances;
    private final SiteStatistics statistics;

    SiteTotals(Site site, long instances, SiteStatistics statistics) {
        this.site = site.className() + '.' + site.method() + ':' + site.line();
        this.instances = Math.max(0, instances);
        this.statistics = statistics;
    }

    /** Class, method and line. */
    public String getSite() {
        return site;
    }

    public long getInstances() {
        return instances;
    }

    public long getAcquires() {
        return statistics.acquires();
    }

    public long getContended() {
        return statistics.contended();
    }

    public long getCancelled() {
        return statistics.cancelled();
    }

    public long getMaxQueued() {
        return statistics.maxQueued();
    }

    public long getWaitNanos() {
        return statistics.waits().total();
    }

    public long getWaitP99Nanos() {
        return statistics.waits().p99();
    }

    public long getHoldNanos() {
        return statistics.holds().total();
    }

    public long getHandOffs() {
        return statistics.handOffs().count();
    }

    public long getHandOffNanos() {
        return statistics.handOffs().total();
    }
}
