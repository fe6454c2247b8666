package io.github.cqs.agent.report;

import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.Site;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the agent did in this JVM. Written by any thread while classes load, read when the report is made.
 *
 * <p>Sites are kept only when a report is wanted, a few words each; errors up to a bound.
 */
public final class RunRecord {
    /** The state of an agent that has left the application untouched. */
    public static final String FAILED = "failed";

    private static final int ERRORS_KEPT = 1000;

    /** A class or step that failed, and how. */
    public record Failure(String where, String reason) {}

    /** A class that was loaded before the agent. */
    public record Preloaded(String className, String type, String kind, boolean swapped, String reason) {}

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
    private final Map<String, String> failures = new LinkedHashMap<>(0);
    private long failuresCounted;
    private volatile @Nullable InstanceCounter instances;
    private volatile SiteStatistics.@Nullable Source statistics;
    private @Nullable SiteSpool spool;
    private volatile String state = "off";
    private volatile HandOffs handOffs = new HandOffs("off", "the agent swaps nothing", null);

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

    /** Notes a class that was loaded before the agent, and what became of its sites. */
    public void addPreloaded(String className, List<Site> sites) {
        synchronized (preloaded) {
            for (Site site : sites) {
                String skipped = site.skipped();
                preloaded.add(new Preloaded(
                        className,
                        site.type().simpleName(),
                        site.kind().label(),
                        skipped == null,
                        skipped == null ? "" : skipped));
            }
        }
    }

    /** Notes a class that was loaded before the agent and is left alone, its sites unknown. */
    public void addPreloaded(String className, String reason) {
        synchronized (preloaded) {
            preloaded.add(new Preloaded(className, "", "", false, reason));
        }
    }

    /** Keeps sites in a file from now on: for a scan, which may find millions. Not for several threads. */
    public void spoolTo(SiteSpool file) {
        spool = file;
    }

    /** Adds the sites of one class of a scan. */
    public void add(List<Site> more, String source) throws IOException {
        SiteSpool file = spool;
        if (file == null) {
            add(more);
        } else {
            file.add(more, source);
        }
    }

    /** Notes a failure and logs it: the first one of a class or step only. */
    public void failed(String where, String reason) {
        if (note(where, reason)) {
            AgentLog.warn(where + " is left as it is: " + reason);
        }
    }

    /**
     * Notes a failure that is logged elsewhere; {@code false} if it is not the first one there. Beyond a bound failures
     * are only counted.
     */
    public boolean note(String where, String reason) {
        synchronized (failures) {
            if (failures.containsKey(where)) {
                return false;
            }
            failuresCounted++;
            if (failures.size() >= ERRORS_KEPT) {
                return false;
            }
            failures.put(where, reason);
            return true;
        }
    }

    /** The agent leaves the application untouched, for a reason that is logged elsewhere. */
    public void gaveUp(String where, String reason) {
        state(FAILED);
        note(where, reason);
    }

    public boolean hasFailures() {
        return failuresCounted() > 0;
    }

    /** All failures, those beyond the kept ones included. */
    public long failuresCounted() {
        synchronized (failures) {
            return failuresCounted;
        }
    }

    public void countWith(InstanceCounter counter) {
        instances = counter;
    }

    /** Takes the statistics of {@code stats=on} from {@code source}. */
    public void measureWith(SiteStatistics.Source source) {
        statistics = source;
    }

    /** Says in one word what the agent does in this JVM: {@code off}, {@code active} or {@link #FAILED}. */
    public void state(String word) {
        state = word;
    }

    String state() {
        return state;
    }

    /** Says whether virtual threads hand their carriers over from now on. */
    public void handOffs(HandOffs now) {
        handOffs = now;
    }

    /** What was said last. */
    public HandOffs handOffs() {
        return handOffs;
    }

    Options options() {
        return options;
    }

    String version() {
        return version;
    }

    public long classesScanned() {
        return scanned.get();
    }

    long classesRewritten() {
        return rewritten.get();
    }

    /** The sites of this JVM up to now. */
    public List<Site> sites() {
        synchronized (sites) {
            return List.copyOf(sites);
        }
    }

    /** Is shown one site after the other. */
    interface SiteVisitor {
        void visit(SiteRow site) throws IOException;
    }

    /** Shows every site, in the order in which they were added. */
    void forEachSite(SiteVisitor visitor) throws IOException {
        for (Site site : sites()) {
            visitor.visit(SiteRow.of(site, instances(site), statistics(site)));
        }
        SiteSpool file = spool;
        if (file != null) {
            file.forEach(visitor);
        }
    }

    /** Whether sites may have statistics. */
    boolean measures() {
        return statistics != null;
    }

    List<Preloaded> preloaded() {
        synchronized (preloaded) {
            return List.copyOf(preloaded);
        }
    }

    List<Failure> failures() {
        List<Failure> list = new ArrayList<>();
        synchronized (failures) {
            for (Map.Entry<String, String> failure : failures.entrySet()) {
                list.add(new Failure(failure.getKey(), failure.getValue()));
            }
        }
        return list;
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
