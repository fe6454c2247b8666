package io.github.cqs.agent.stats;

import io.github.cqs.agent.report.AgentLog;
import io.github.cqs.agent.report.RunRecord;
import io.github.cqs.agent.report.SiteStatistics;
import io.github.cqs.agent.rewrite.Site;
import java.lang.reflect.Method;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the delivered, metered classes report: they count, and hand times and waits to what {@link #connect} gave them.
 *
 * <p>Called by any thread of the application while it waits or releases. Locks nothing that a swapped object could need.
 */
public final class Statistics implements SiteStatistics.Source {
    private static final int ACQUIRES = 0;
    private static final int CONTENDED = 1;
    private static final int CANCELLED = 2;
    private static final int MAX_QUEUED = 3;

    private final RunRecord run;
    private final AtomicBoolean announced = new AtomicBoolean();
    private final Method totals;
    private final ConcurrentHashMap<Integer, SiteTimers> timers = new ConcurrentHashMap<>();
    private final @Nullable JfrEvents events;

    private Statistics(RunRecord run, Method totals) {
        this.run = run;
        this.totals = totals;
        this.events = events();
    }

    /**
     * Connects the delivered classes with new statistics.
     *
     * @param run knows the sites
     * @param meter the class that the metered ones report to, where it was delivered
     */
    public static Statistics connect(RunRecord run, Class<?> meter) throws ReflectiveOperationException {
        Statistics statistics = new Statistics(run, meter.getMethod("totals", int.class));
        IntFunction<LongConsumer[]> timers = statistics.new Timers();
        IntFunction<IntConsumer> waits = statistics.events == null ? null : statistics.new Waits();
        meter.getMethod("connect", IntFunction.class, IntFunction.class).invoke(null, timers, waits);
        return statistics;
    }

    private static @Nullable JfrEvents events() {
        try {
            return new JfrEvents();
        } catch (LinkageError | RuntimeException e) {
            AgentLog.info("stats=on: no JFR events in this JVM (" + e + ')');
            return null;
        }
    }

    private final class Timers implements IntFunction<LongConsumer[]> {
        @Override
        public LongConsumer[] apply(int counter) {
            if (announced.compareAndSet(false, true)) {
                SynchronizerBean.registerAll(run);
            }
            return timersOf(counter).consumers();
        }
    }

    private final class Waits implements IntFunction<IntConsumer> {
        @Override
        public @Nullable IntConsumer apply(int counter) {
            return timersOf(counter).startWait();
        }
    }

    private SiteTimers timersOf(int counter) {
        SiteTimers known = timers.get(counter);
        if (known == null) {
            SiteTimers made = new SiteTimers(site(counter), events);
            SiteTimers met = timers.putIfAbsent(counter, made);
            known = met == null ? made : met;
        }
        return known;
    }

    private Site site(int counter) {
        for (Site site : run.sites()) {
            if (site.counter() == counter) {
                return site;
            }
        }
        throw new IllegalStateException("no site has the counter " + counter);
    }

    @Override
    public @Nullable SiteStatistics of(Site site) {
        if (site.counter() == Site.UNCOUNTED) {
            return null;
        }
        long[] counts = totals(site.counter());
        SiteTimers t = timers.get(site.counter());
        return new SiteStatistics(
                counts[ACQUIRES],
                counts[CONTENDED],
                counts[CANCELLED],
                counts[MAX_QUEUED],
                t == null ? SiteStatistics.Times.none() : t.waits.times(),
                t == null ? SiteStatistics.Times.none() : t.holds.times(),
                t == null ? SiteStatistics.Times.none() : t.handOffs.times());
    }

    private long[] totals(int counter) {
        try {
            long[] counts = (long[]) totals.invoke(null, counter);
            return counts == null ? new long[MAX_QUEUED + 1] : counts;
        } catch (ReflectiveOperationException e) {
            AgentLog.debug("statistics of counter " + counter + ": " + e);
            return new long[MAX_QUEUED + 1];
        }
    }
}
