package io.github.cqs.agent.report;

import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.Site;
import org.jspecify.annotations.Nullable;

/**
 * One site as the reports show it.
 *
 * @param line 0 if unknown
 * @param reason why it was left alone, empty if it was swapped
 * @param instances {@code -1} if not counted
 * @param source the file that a scan found it in, empty in a running JVM
 */
record SiteRow(
        String className,
        String method,
        int line,
        Primitive type,
        Site.Kind kind,
        boolean swapped,
        String reason,
        long instances,
        String source,
        @Nullable SiteStatistics statistics) {
    static SiteRow of(Site site, long instances, @Nullable SiteStatistics statistics) {
        String skipped = site.skipped();
        return new SiteRow(
                site.className(),
                site.method(),
                site.line(),
                site.type(),
                site.kind(),
                skipped == null,
                skipped == null ? "" : skipped,
                instances,
                "",
                statistics);
    }

    String outcome() {
        return swapped ? "swapped" : "skipped";
    }
}
