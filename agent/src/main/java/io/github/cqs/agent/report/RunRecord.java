package io.github.cqs.agent.report;

import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the agent did in this JVM. Written by any thread while classes load, read when the report is made.
 *
 * <p>Sites are kept only when a report is wanted, a few words each; errors up to a bound.
 */
public final class RunRecord {
    private static final int ERRORS_KEPT = 1000;

    /** A class or step that failed, and how. */
    public record Failure(String where, String reason) {}

    /** A class that was loaded before the agent. */
    public record Preloaded(String className, String type, boolean swapped, String reason) {}

    /** Reads the counters where the delivered classes live. */
    public interface InstanceCounter {
        long instances(int counter);
    }

    private final Options options;
    private final String version;
    private final boolean keepSites;
    private final AtomicLong scanned = new AtomicLong();
    private final AtomicLong rewritten = new AtomicLong();
    private final List<Site> sites = new ArrayList<>(0);
    private final List<Preloaded> preloaded = new ArrayList<>(0);
    private final List<Failure> failures = new ArrayList<>(0);
    private volatile @Nullable InstanceCounter instances;
    private volatile SiteStatistics.@Nullable Source statistics;
    private volatile String state = "off";

    public RunRecord(Options options, String version, boolean keepSites) {
        this.options = options;
        this.version = version;
        this.keepSites = keepSites;
    }

    public void scanned() {
        scanned.getAndIncrement();
    }

    public void rewritten() {
        rewritten.getAndIncrement();
    }

    /** Whether sites that are left alone are worth the parsing. */
    public boolean keepsSites() {
        return keepSites;
    }

    public void add(List<Site> more) {
        if (keepSites) {
            synchronized (sites) {
                sites.addAll(more);
            }
        }
    }

    public void addPreloaded(String className, String type, boolean swapped, String reason) {
        synchronized (preloaded) {
            preloaded.add(new Preloaded(className, type, swapped, reason));
        }
    }

    /** Notes a failure and logs it: the first one of a class or step only. */
    public void failed(String where, String reason) {
        if (note(where, reason)) {
            AgentLog.warn(where + " is left as it is: " + reason);
        }
    }

    /** Notes a failure that is logged elsewhere; {@code false} if it is not the first one there. */
    public boolean note(String where, String reason) {
        synchronized (failures) {
            for (int i = 0; i < failures.size(); i++) {
                if (failures.get(i).where().equals(where)) {
                    return false;
                }
            }
            if (failures.size() < ERRORS_KEPT) {
                failures.add(new Failure(where, reason));
            }
        }
        return true;
    }

    public boolean hasFailures() {
        synchronized (failures) {
            return !failures.isEmpty();
        }
    }

    public void countWith(InstanceCounter counter) {
        instances = counter;
    }

    /** Takes the statistics of {@code stats=on} from {@code source}. */
    public void measureWith(SiteStatistics.Source source) {
        statistics = source;
    }

    /** Says in one word what the agent does in this JVM: {@code off}, {@code active} or {@code failed}. */
    public void state(String word) {
        state = word;
    }

    String state() {
        return state;
    }

    Options options() {
        return options;
    }

    String version() {
        return version;
    }

    long classesScanned() {
        return scanned.get();
    }

    long classesRewritten() {
        return rewritten.get();
    }

    public List<Site> sites() {
        synchronized (sites) {
            return List.copyOf(sites);
        }
    }

    List<Preloaded> preloaded() {
        synchronized (preloaded) {
            return List.copyOf(preloaded);
        }
    }

    List<Failure> failures() {
        synchronized (failures) {
            return List.copyOf(failures);
        }
    }

    /** The waiting at what {@code site} made, {@code null} if it is not measured. */
    @Nullable
    SiteStatistics statistics(Site site) {
        SiteStatistics.Source source = statistics;
        return source == null || site.skipped() != null ? null : source.of(site);
    }

    /** Makes a row of a site that is measured. */
    public interface StatisticsRow<T> {
        T of(Site site, long instances, SiteStatistics statistics);
    }

    /** The measured sites of a type. */
    public <T> List<T> statistics(Primitive type, StatisticsRow<T> row) {
        List<T> rows = new ArrayList<>();
        for (Site site : sites()) {
            SiteStatistics measured = site.type() == type ? statistics(site) : null;
            if (measured != null) {
                rows.add(row.of(site, instances(site), measured));
            }
        }
        return rows;
    }

    /** Instances made at {@code site}, {@code -1} if they are not counted there. */
    long instances(Site site) {
        InstanceCounter counter = instances;
        return site.counter() == Site.UNCOUNTED || counter == null ? -1 : counter.instances(site.counter());
    }
}
