package io.github.cqs.agent.stats;

import io.github.cqs.agent.report.SiteStatistics.Bucket;
import io.github.cqs.agent.report.SiteStatistics.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/** A distribution of nanoseconds up to an hour, to two significant digits. Allocates nothing to speak of until it is used. */
final class Timer implements LongConsumer {
    private static final long MOST = 3_600_000_000_000L;
    private static final int DIGITS = 2;

    /** Buckets double from here: finer ones tell nothing of waiting threads. */
    private static final long FIRST_BUCKET = 256;

    private final LongAdder total = new LongAdder();
    private volatile @Nullable AtomicHistogram histogram;

    @Override
    public void accept(long nanos) {
        AtomicHistogram h = histogram;
        if (h == null) {
            h = create();
        }
        h.recordValue(Math.max(0, Math.min(nanos, MOST)));
        total.add(nanos);
    }

    private synchronized AtomicHistogram create() {
        AtomicHistogram h = histogram;
        if (h == null) {
            h = new AtomicHistogram(MOST, DIGITS);
            histogram = h;
        }
        return h;
    }

    long total() {
        return total.sum();
    }

    Times times() {
        AtomicHistogram live = histogram;
        if (live == null) {
            return Times.none();
        }
        AtomicHistogram now = live.copy(); // percentiles and buckets of one and the same moment
        List<Bucket> buckets = new ArrayList<>();
        for (HistogramIterationValue v : now.logarithmicBucketValues(FIRST_BUCKET, 2)) {
            if (v.getCountAddedInThisIterationStep() > 0) {
                buckets.add(new Bucket(v.getValueIteratedTo(), v.getCountAddedInThisIterationStep()));
            }
        }
        return new Times(
                now.getTotalCount(),
                total(),
                now.getMinValue(),
                now.getValueAtPercentile(50),
                now.getValueAtPercentile(90),
                now.getValueAtPercentile(99),
                now.getValueAtPercentile(99.9),
                now.getMaxValue(),
                buckets);
    }
}
