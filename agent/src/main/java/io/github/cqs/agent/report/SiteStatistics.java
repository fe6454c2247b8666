package io.github.cqs.agent.report;

import io.github.cqs.agent.rewrite.Site;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the objects made at one site did to the threads that used them.
 *
 * @param acquires how often something was asked for
 * @param contended how many of these found it taken
 * @param cancelled how many gave up by interrupt or timeout
 * @param maxQueued the longest queue seen
 * @param waits how long the contended ones waited
 * @param holds how long what was acquired was held; empty for types that nobody holds
 * @param handOffs how long after a release the waiter that it let go on was running
 */
public record SiteStatistics(
        long acquires, long contended, long cancelled, long maxQueued, Times waits, Times holds, Times handOffs) {
    /** Those of a site at which nothing is swapped. */
    static SiteStatistics none() {
        return new SiteStatistics(0, 0, 0, 0, Times.none(), Times.none(), Times.none());
    }

    /** Where the statistics of a site come from. */
    public interface Source {
        /** The values up to now, {@code null} if nothing is known about {@code site}. */
        @Nullable
        SiteStatistics of(Site site);
    }

    /**
     * A distribution of times in nanoseconds. All are 0 where {@code count} is.
     *
     * @param buckets how many times lie at or below each bound and above the one before; bounds ascend
     */
    public record Times(
            long count, long total, long min, long p50, long p90, long p99, long p999, long max, List<Bucket> buckets) {
        public Times {
            buckets = List.copyOf(buckets);
        }

        public static Times none() {
            return new Times(0, 0, 0, 0, 0, 0, 0, 0, List.of());
        }
    }

    /** {@code count} times of at most {@code upperNanos}. */
    public record Bucket(long upperNanos, long count) {}
}
