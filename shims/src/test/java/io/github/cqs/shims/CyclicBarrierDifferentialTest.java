package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.HOURS;

import io.github.cqs.shims.support.Differential;
import io.github.cqs.shims.support.Impl;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same scripts on {@link CyclicBarrier} and its shim. */
class CyclicBarrierDifferentialTest extends Differential<CyclicBarrier> {
    @Test
    void scriptsAgree() {
        runScripts(500, 40, 6_000_000);
    }

    @Test
    @Tag("large")
    void manyScriptsAgree() {
        runScripts(100_000, 40, 600_000_000L);
    }

    /** Throws, resets, or interrupts its own thread now and then. */
    private static final class Action implements Runnable {
        private final int period;
        private int runs;
        private CyclicBarrier barrier;

        Action(int period) {
            this.period = period;
        }

        @Override
        public void run() {
            switch (++runs % period) {
                case 2 -> throw new IllegalStateException("action");
                case 4 -> barrier.reset();
                case 6 -> Thread.currentThread().interrupt();
                default -> {}
            }
        }
    }

    @Override
    protected CyclicBarrier newSubject(Impl impl, Random random) {
        int parties = 1 + random.nextInt(WORKERS);
        if (random.nextInt(3) == 0) {
            return impl.barrier(parties);
        }
        Action action = new Action(1 + random.nextInt(8));
        CyclicBarrier barrier = impl.barrier(parties, action);
        action.barrier = barrier;
        return barrier;
    }

    private static Op<CyclicBarrier> op(String name, boolean interruptible, Call<CyclicBarrier> call) {
        return new Op<>(name, interruptible, call);
    }

    @Override
    protected Op<CyclicBarrier> next(Random random, int worker, Side<CyclicBarrier> side) {
        return switch (random.nextInt(16)) {
            case 0 -> op("await(0)", true, s -> s.subject().await(0, HOURS));
            case 1 ->
                op("interrupted await", true, s -> {
                    Thread.currentThread().interrupt();
                    return s.subject().await();
                });
            case 2, 3 ->
                op("reset", false, s -> {
                    s.subject().reset();
                    return "reset";
                });
            case 4, 5, 6, 7 -> op("await(1h)", true, s -> s.subject().await(1, HOURS));
            default -> op("await", true, s -> s.subject().await());
        };
    }

    @Override
    protected boolean rests(Side<CyclicBarrier> side) {
        return side.busy() == side.subject().getNumberWaiting();
    }

    @Override
    protected String state(CyclicBarrier subject) {
        return subject.getNumberWaiting() + " of " + subject.getParties() + (subject.isBroken() ? " broken" : "");
    }

    @Override
    protected Op<CyclicBarrier> finish(Side<CyclicBarrier> side) {
        return op("resets", false, s -> {
            s.subject().reset();
            return "reset";
        });
    }
}
