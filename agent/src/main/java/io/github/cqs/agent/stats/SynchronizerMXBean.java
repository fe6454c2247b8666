package io.github.cqs.agent.stats;

import java.util.List;

/** What {@code stats=on} knows of the objects of one type, as totals over their sites. Registered as {@code io.github.cqs:type=Synchronizer,name=TYPE}. */
public interface SynchronizerMXBean {
    /** Instances that rewritten sites have made. */
    long getInstances();

    /** How often one was acquired, passed, put to or taken from. */
    long getAcquires();

    /** How often a thread had to wait for that. */
    long getContended();

    /** How often it gave up, by timeout or interrupt. */
    long getCancelled();

    /** The most threads seen waiting for one object. */
    long getMaxQueued();

    /** Nanoseconds that threads waited, all together. */
    long getWaitNanos();

    /** Nanoseconds that locks were held. */
    long getHoldNanos();

    /** How many waits went on after a release, and the nanoseconds from those releases until the waiters ran. */
    long getHandOffs();

    long getHandOffNanos();

    /** The same by site. */
    List<SiteTotals> getSites();
}
