package samples.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A sample's main program: warm-up, measured period, stop, self-check.
 *
 * <p>Prints {@code throughput: N ops/s} and {@code self-check: ok}, or {@code self-check: FAILED why}. Exit code 0 when
 * the check passed, 1 when it failed, 2 for a wrong command line. A worker that does not return when asked to fails the
 * check; its stack is printed before the verdict.
 *
 * <p>With the system property {@code samples.threads=virtual} the workers are virtual threads.
 */
public final class Driver {
    private static final long JOIN_MILLIS = 10_000;

    private final Workload workload;
    private final PrintStream out;
    private final Meter meter;
    private final Thread[] threads;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private Driver(Workload workload, PrintStream out) {
        this.workload = workload;
        this.out = out;
        meter = new Meter(workload.threads());
        threads = new Thread[workload.threads()];
    }

    /** Runs a sample and returns its exit code. */
    public static int run(String[] args, String sizeName, int defaultSize, Workload.Factory factory, PrintStream out) {
        Settings settings;
        try {
            settings = Settings.parse(args, defaultSize);
            Workers.check();
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage() + "; usage: [WARMUP_MS [MEASURED_MS [" + sizeName + "]]]");
            return 2;
        }
        try (Workload workload = factory.create(settings.size())) {
            double throughput = new Driver(workload, out).measure(settings);
            out.printf(Locale.ROOT, "throughput: %.1f ops/s%n", throughput);
            workload.verify();
            SelfCheckException.check(throughput > 0, "nothing was done in the measured period");
            out.println("self-check: ok");
            return 0;
        } catch (SelfCheckException | IOException e) {
            out.println("self-check: FAILED " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            out.println("self-check: FAILED interrupted");
            return 1;
        }
    }

    private double measure(Settings settings) throws InterruptedException, SelfCheckException {
        start();
        Thread.sleep(settings.warmupMillis());
        long startCount = meter.total();
        long startNanos = System.nanoTime();
        Thread.sleep(settings.measuredMillis());
        long count = meter.total() - startCount;
        long nanos = System.nanoTime() - startNanos;
        meter.stop();
        join();
        return count * 1e9 / nanos;
    }

    private void start() {
        for (int i = 0; i < threads.length; i++) {
            int worker = i;
            threads[i] = Workers.unstarted(() -> work(worker), "worker-" + worker);
            threads[i].start();
        }
    }

    private void work(int worker) {
        try {
            workload.work(worker, meter);
        } catch (Throwable t) {
            failure.compareAndSet(null, t);
            meter.stop();
        }
    }

    private void join() throws InterruptedException, SelfCheckException {
        long deadline = System.nanoTime() + JOIN_MILLIS * 1_000_000;
        for (Thread thread : threads) {
            thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            thrown.printStackTrace(out);
            throw new SelfCheckException("a worker threw " + thrown);
        }
        for (Thread thread : threads) {
            if (thread.isAlive()) {
                printStack(thread);
                throw new SelfCheckException(thread.getName() + " does not return");
            }
        }
    }

    private void printStack(Thread thread) {
        out.println(thread.getName() + " " + thread.getState());
        for (StackTraceElement frame : thread.getStackTrace()) {
            out.println("    at " + frame);
        }
    }
}
