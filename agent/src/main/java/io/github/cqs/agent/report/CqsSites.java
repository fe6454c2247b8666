package io.github.cqs.agent.report;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Counts the instances that each rewritten site makes. Delivered with the shims, and only when a report is wanted.
 *
 * <p>A hit is one atomic addition. A page of counters is allocated at the first hit of one of its sites.
 */
public final class CqsSites {
    /** Sites beyond this many are not counted. */
    public static final int CAPACITY = 1 << 20;

    private static final int PAGE_BITS = 8;
    private static final int PAGE = 1 << PAGE_BITS;

    private static final AtomicReferenceArray<AtomicLongArray> PAGES =
            new AtomicReferenceArray<>(CAPACITY >>> PAGE_BITS);

    private CqsSites() {}

    /** Counts one instance at {@code site}. */
    public static void hit(int site) {
        AtomicLongArray page = PAGES.get(site >>> PAGE_BITS);
        if (page == null) {
            PAGES.compareAndSet(site >>> PAGE_BITS, null, new AtomicLongArray(PAGE));
            page = PAGES.get(site >>> PAGE_BITS);
        }
        page.getAndIncrement(site & (PAGE - 1));
    }

    /** How many instances {@code site} has made. */
    public static long instances(int site) {
        AtomicLongArray page = PAGES.get(site >>> PAGE_BITS);
        return page == null ? 0 : page.get(site & (PAGE - 1));
    }
}
