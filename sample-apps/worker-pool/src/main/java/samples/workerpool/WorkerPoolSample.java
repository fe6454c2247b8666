package samples.workerpool;

import static samples.harness.SelfCheckException.check;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import samples.harness.Driver;
import samples.harness.Meter;
import samples.harness.SelfCheckException;
import samples.harness.Workload;

/**
 * Submitters hand in batches and wait for each to end; no money may appear or vanish, no task be lost, and the queue
 * never exceed its bound. One operation is one transfer.
 */
public final class WorkerPoolSample implements Workload {
    private static final int SUBMITTERS = 2;
    private static final int WORKERS = 4;
    private static final int BATCH = 64;

    private final BoundedPool pool;
    private final Accounts accounts = new Accounts();
    /* A worker that gets this task ends. */
    private final Runnable quit = this::workerEnds;
    private final AtomicInteger submitting = new AtomicInteger(SUBMITTERS);
    private final AtomicInteger quits = new AtomicInteger();
    private final long[] submitted = new long[SUBMITTERS];
    private final long[] executed = new long[WORKERS];

    private WorkerPoolSample(int capacity) {
        pool = new BoundedPool(capacity);
    }

    public static void main(String[] args) {
        System.exit(run(args, System.out));
    }

    static int run(String[] args, PrintStream out) {
        return Driver.run(args, "QUEUE_SIZE", 32, WorkerPoolSample::new, out);
    }

    @Override
    public int threads() {
        return SUBMITTERS + WORKERS;
    }

    @Override
    public void work(int worker, Meter meter) throws InterruptedException {
        if (worker < SUBMITTERS) {
            submitBatches(worker, meter);
        } else {
            runTasks(worker - SUBMITTERS, worker, meter);
        }
    }

    private void submitBatches(int submitter, Meter meter) throws InterruptedException {
        do {
            CountDownLatch done = new CountDownLatch(BATCH);
            for (int i = 0; i < BATCH; i++) {
                pool.submit(() -> {
                    accounts.transfer();
                    done.countDown();
                });
            }
            done.await();
            submitted[submitter] += BATCH;
        } while (meter.running());
        if (submitting.decrementAndGet() == 0) {
            for (int i = 0; i < WORKERS; i++) {
                pool.submit(quit);
            }
        }
    }

    private void runTasks(int runner, int slot, Meter meter) throws InterruptedException {
        while (pool.runOne() != quit) {
            executed[runner]++;
            meter.count(slot);
        }
    }

    private void workerEnds() {
        quits.incrementAndGet();
    }

    @Override
    public void verify() throws SelfCheckException {
        long in = Arrays.stream(submitted).sum();
        long out = Arrays.stream(executed).sum();
        check(in == out, "%d tasks submitted, %d executed", in, out);
        check(quits.get() == WORKERS, "%d of %d workers ended", quits.get(), WORKERS);
        check(accounts.surplus() == 0, "the accounts are off by %d", accounts.surplus());
        check(!pool.overfull(), "more tasks queued than the bound");
        check(pool.quiescent(), "the pool is not empty at the end");
    }
}
