package io.github.cqs.bench.counts;

import java.util.ArrayList;
import java.util.List;

/**
 * What is counted in one row.
 *
 * @param workload as {@code Workloads} calls it
 * @param operations of each worker
 */
record CountedCell(String name, String workload, boolean fair, int threads, int operations) {
    private static final int[] THREADS = {1, 2, 4, 16, 64};
    private static final int[] QUEUED = {0, 10, 100};

    static List<CountedCell> all() {
        List<CountedCell> cells = new ArrayList<>();
        for (String type : new String[] {"lock", "semaphore"}) {
            add(cells, type + ".unfair", type, false);
            add(cells, type + ".fair", type, true);
        }
        add(cells, "latch.countdown", "countdown", false);
        for (int threads : new int[] {2, 4, 16, 64}) {
            cells.add(new CountedCell("latch.open", "open", false, threads, 100));
        }
        add(cells, "barrier", "barrier", false);
        add(cells, "queue.unfair", "queue", false);
        add(cells, "queue.fair", "queue", true);
        for (int queued : QUEUED) {
            cells.add(new CountedCell("abort.queued" + queued, "abort" + queued, true, 1, 200));
        }
        return cells;
    }

    private static void add(List<CountedCell> cells, String name, String workload, boolean fair) {
        for (int threads : THREADS) {
            cells.add(new CountedCell(name, workload, fair, threads, threads <= 4 ? 1000 : 4000 / threads));
        }
    }
}
