package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.HOURS;

import io.github.cqs.shims.support.Differential;
import io.github.cqs.shims.support.Impl;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same scripts on {@link CountDownLatch} and its shim. */
class CountDownLatchDifferentialTest extends Differential<CountDownLatch> {
    @Test
    void scriptsAgree() {
        runScripts(500, 25, 5_000_000);
    }

    @Test
    @Tag("large")
    void manyScriptsAgree() {
        runScripts(100_000, 25, 500_000_000L);
    }

    @Override
    protected CountDownLatch newSubject(Impl impl, Random random) {
        return impl.latch(random.nextInt(6));
    }

    private static Op<CountDownLatch> op(String name, boolean interruptible, Call<CountDownLatch> call) {
        return new Op<>(name, interruptible, call);
    }

    @Override
    protected Op<CountDownLatch> next(Random random, int worker, Side<CountDownLatch> side) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 ->
                op("await", true, s -> {
                    s.subject().await();
                    return "passed";
                });
            case 3, 4 -> op("await(1h)", true, s -> s.subject().await(1, HOURS));
            case 5 -> op("await(0)", true, s -> s.subject().await(0, HOURS));
            case 6 -> op("await(-1)", true, s -> s.subject().await(-1, HOURS));
            case 7 ->
                op("interrupted await", true, s -> {
                    Thread.currentThread().interrupt();
                    s.subject().await();
                    return "passed";
                });
            default ->
                op("countDown", false, s -> {
                    s.subject().countDown();
                    return s.subject().getCount();
                });
        };
    }

    @Override
    protected boolean rests(Side<CountDownLatch> side) {
        return side.busy() == 0 || side.subject().getCount() > 0;
    }

    @Override
    protected String state(CountDownLatch subject) {
        String latch = subject.toString();
        return latch.substring(latch.indexOf('[')) + " " + subject.getCount();
    }

    @Override
    protected Op<CountDownLatch> finish(Side<CountDownLatch> side) {
        return op("counts down", false, s -> {
            s.subject().countDown();
            return s.subject().getCount();
        });
    }
}
