package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.github.cqs.shims.support.Differential;
import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.Inspect;
import io.github.cqs.shims.support.SemaphoreProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same scripts on {@link Semaphore} and its shim. */
class SemaphoreDifferentialTest extends Differential<SemaphoreProbe> {
    /** Who waits for how many permits. */
    private record Request(int worker, int permits) {}

    private boolean fair;

    /** Those who began to acquire, in order; those who have ended since are dropped when asked. */
    private final List<Request> requests = new ArrayList<>();

    @Test
    void unfairScriptsAgree() {
        fair = false;
        runScripts(250, 60, 3_000_000);
    }

    @Test
    void fairScriptsAgree() {
        fair = true;
        runScripts(250, 60, 4_000_000);
    }

    @Test
    @Tag("large")
    void manyScriptsAgree() {
        for (boolean each : new boolean[] {false, true}) {
            fair = each;
            runScripts(50_000, 60, each ? 400_000_000L : 300_000_000L);
        }
    }

    @Override
    protected SemaphoreProbe newSubject(Impl impl, Random random) {
        return impl.semaphoreProbe(random.nextInt(6) - 1, fair);
    }

    @Override
    protected void begin() {
        requests.clear();
    }

    private Op<SemaphoreProbe> op(String name, boolean interruptible, Call<SemaphoreProbe> call) {
        return new Op<>(name, interruptible, call);
    }

    @Override
    protected Op<SemaphoreProbe> next(Random random, int worker, Side<SemaphoreProbe> side) {
        int n = 1 + random.nextInt(3);
        requests.removeIf(request -> !side.isBusy(request.worker()));
        int choice = random.nextInt(17);
        if (choice < 7) {
            requests.add(new Request(worker, choice < 2 ? 1 : n));
        }
        return switch (choice) {
            case 0 ->
                op("acquire", true, s -> {
                    s.subject().semaphoreItself().acquire();
                    return "acquired";
                });
            case 1 ->
                op("acquireUninterruptibly", false, s -> {
                    s.subject().semaphoreItself().acquireUninterruptibly();
                    return "acquired";
                });
            case 2, 3 ->
                op("acquire " + n, true, s -> {
                    s.subject().semaphoreItself().acquire(n);
                    return "acquired " + n;
                });
            case 4 ->
                op("acquireUninterruptibly " + n, false, s -> {
                    s.subject().semaphoreItself().acquireUninterruptibly(n);
                    return "acquired " + n;
                });
            case 5, 6 ->
                op(
                        "tryAcquire(1h) " + n,
                        true,
                        s -> s.subject().semaphoreItself().tryAcquire(n, 3600, SECONDS));
            case 7 -> op("tryAcquire", false, s -> s.subject().semaphoreItself().tryAcquire());
            case 8 ->
                op("tryAcquire " + n, false, s -> s.subject().semaphoreItself().tryAcquire(n));
            case 9 ->
                op(
                        "tryAcquire(0) " + n,
                        true,
                        s -> s.subject().semaphoreItself().tryAcquire(n, 0, SECONDS));
            case 10, 11 ->
                op("release", false, s -> {
                    s.subject().semaphoreItself().release();
                    return "released";
                });
            case 12, 13 ->
                op("release " + n, false, s -> {
                    s.subject().semaphoreItself().release(n);
                    return "released " + n;
                });
            case 14 ->
                op("drainPermits", false, s -> s.subject().semaphoreItself().drainPermits());
            case 15 ->
                op("reducePermits " + n, false, s -> {
                    s.subject().reducePermits(n);
                    return "reduced " + n;
                });
            default ->
                op("tryAcquire(0, 0)", true, s -> s.subject().semaphoreItself().tryAcquire(0, 0, SECONDS));
        };
    }

    @Override
    protected boolean rests(Side<SemaphoreProbe> side) {
        Semaphore semaphore = side.subject().semaphoreItself();
        if (side.busy() != Inspect.queueLength(semaphore)) {
            return false;
        }
        int available = semaphore.availablePermits();
        for (Request request : requests) {
            if (side.isBusy(request.worker())) {
                return request.permits() > available;
            }
        }
        return true;
    }

    @Override
    protected String state(SemaphoreProbe subject) {
        String semaphore = subject.toString();
        return semaphore.substring(semaphore.indexOf('[')) + " queued " + Inspect.queueLength(subject.semaphoreItself())
                + " " + Inspect.hasQueuedThreads(subject.semaphoreItself()) + " "
                + subject.getQueuedThreads().size();
    }

    @Override
    protected Op<SemaphoreProbe> finish(Side<SemaphoreProbe> side) {
        return op("releases many", false, s -> {
            s.subject().semaphoreItself().release(20);
            return "released many";
        });
    }
}
