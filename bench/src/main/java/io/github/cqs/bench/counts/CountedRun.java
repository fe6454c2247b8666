package io.github.cqs.bench.counts;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Has threads perform a workload, each with a tape. */
final class CountedRun {
    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(120);

    private final CountingLoader loader = new CountingLoader();
    private final Set<String> padded;

    /** The fields of these names are imagined to have cache lines of their own. */
    CountedRun(Set<String> padded) {
        this.padded = padded;
    }

    /** One run on a new object. */
    Tally count(CountedCell cell, boolean ours) throws ReflectiveOperationException, InterruptedException {
        Workload workload = loader.make(cell.workload(), cell.fair(), ours, cell.threads());
        workload.open();
        CountDownLatch gate = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Tape> tapes = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < cell.threads(); i++) {
            int worker = i;
            Tape tape = new Tape(cell.threads() > 1);
            tapes.add(tape);
            Thread thread = new Thread(
                    () -> {
                        try {
                            gate.await();
                            record(workload, worker, cell.operations(), tape);
                        } catch (Throwable e) {
                            failure.compareAndSet(null, e);
                        }
                    },
                    "counted-" + worker);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        gate.countDown();
        for (Thread thread : threads) {
            thread.join(PATIENCE_MILLIS);
            if (thread.isAlive()) {
                throw new IllegalStateException(cell.name() + ": a worker does not end");
            }
        }
        Throwable problem = failure.get();
        if (problem != null) {
            throw new IllegalStateException(cell.name() + ": a worker failed", problem);
        }
        workload.close();
        return Tally.of(tapes, padded);
    }

    private static void record(Workload workload, int worker, int operations, Tape tape) throws Exception {
        Ledger.use(tape);
        try {
            for (int i = 0; i < operations; i++) {
                tape.next();
                workload.operation(worker);
            }
        } finally {
            Ledger.use(null);
        }
    }
}
