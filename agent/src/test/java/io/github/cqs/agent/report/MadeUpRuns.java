package io.github.cqs.agent.report;

import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.rewrite.MadeUpSites;
import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.Site;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Records of runs that never were. */
final class MadeUpRuns {
    private static final String[] CLASSES = {
        "com.acme.store.ConnectionPool",
        "com.acme.store.ConnectionPool$Lease",
        "com.acme.web.RequestLimiter",
        "org.example.cache.internal.SegmentedLruCacheWithAVeryLongName$EvictionThread",
        "Main",
        "io.netty.handler.Barrier"
    };
    private static final String[] METHODS = {"<init>", "borrow", "lambda$start$0", "<clinit>"};

    private MadeUpRuns() {}

    /** A run with {@code count} sites, every seventh of them skipped. */
    static RunRecord run(int count, boolean measured) {
        Options options = Options.read("include=com.acme.**+org.**", new Properties(), Map.of("CQS_VIRTUAL", "plain"));
        RunRecord run = new RunRecord(options, "1.2.3", true);
        run.state("active");
        List<Site> sites = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Site.Kind kind = Site.Kind.values()[i % 5 == 0 ? 1 : i % 7 == 0 ? 2 : 0];
            Site site = MadeUpSites.site(
                    CLASSES[i % CLASSES.length] + (i < CLASSES.length ? "" : i),
                    METHODS[i % METHODS.length],
                    i % 11 == 3 ? 0 : 10 + i * 37 % 900,
                    Primitive.at(i % Primitive.count()),
                    kind,
                    i % 13 == 5 ? Site.UNCOUNTED : i);
            if (i % 7 == 3) {
                site.skip(
                        i % 2 == 0
                                ? "among the excluded classes"
                                : "serializable constructor reference: its serial form names the JDK class");
            }
            sites.add(site);
            run.scanned();
            run.scanned();
            run.rewritten();
        }
        run.add(sites);
        run.countWith(counter -> counter % 7 == 3 ? 0 : counter * 7919L % 10_007 * (counter % 3 == 0 ? 1000 : 1));
        if (measured) {
            run.measureWith(site -> site.counter() < 0 ? null : statistics(site.counter()));
        }
        return run;
    }

    static SiteStatistics statistics(int i) {
        if (i % 4 == 2) {
            return new SiteStatistics(i, 0, 0, 0, SiteStatistics.Times.none(), SiteStatistics.Times.none());
        }
        long contended = 17L * (i + 1) * (i + 1);
        return new SiteStatistics(
                contended * 40 + 3,
                contended,
                i % 5,
                1 + i % 64,
                times(contended, 1_500L * (i + 1)),
                times(contended * 40, 210L * (i + 1)));
    }

    private static SiteStatistics.Times times(long count, long p50) {
        return new SiteStatistics.Times(
                count,
                count * p50 * 2,
                p50 / 3,
                p50,
                p50 * 4,
                p50 * 60,
                p50 * 700,
                p50 * 9_000,
                List.of(
                        new SiteStatistics.Bucket(p50 / 2, count / 4),
                        new SiteStatistics.Bucket(p50, count / 4),
                        new SiteStatistics.Bucket(p50 * 10, count / 3),
                        new SiteStatistics.Bucket(p50 * 100, count - 2 * (count / 4) - count / 3 - 1),
                        new SiteStatistics.Bucket(p50 * 10_000, 1)));
    }

    static String render(RunRecord run, String format) throws IOException {
        StringWriter text = new StringWriter();
        Reports.write(run, format, text);
        return text.toString();
    }
}
