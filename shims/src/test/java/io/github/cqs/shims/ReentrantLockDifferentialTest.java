package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.github.cqs.shims.support.Differential;
import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.Inspect;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same scripts on {@link ReentrantLock} and its shim, conditions included. */
class ReentrantLockDifferentialTest extends Differential<ReentrantLockDifferentialTest.Subject> {
    private static final int CONDITIONS = 2;

    /** A lock and its conditions. */
    record Subject(ReentrantLock lock, Condition... conditions) {}

    private boolean fair;

    /** Who waits on each condition, in order, unless signalled or interrupted since. */
    private final List<List<Integer>> waiting = new ArrayList<>();

    @Test
    void unfairScriptsAgree() {
        fair = false;
        runScripts(250, 60, 1_000_000);
    }

    @Test
    void fairScriptsAgree() {
        fair = true;
        runScripts(250, 60, 2_000_000);
    }

    @Test
    @Tag("large")
    void manyScriptsAgree() {
        for (boolean each : new boolean[] {false, true}) {
            fair = each;
            runScripts(50_000, 60, each ? 200_000_000L : 100_000_000L);
        }
    }

    @Override
    protected Subject newSubject(Impl impl, Random random) {
        ReentrantLock lock = impl.lock(fair);
        Condition[] conditions = new Condition[CONDITIONS];
        for (int i = 0; i < CONDITIONS; i++) {
            conditions[i] = lock.newCondition();
        }
        return new Subject(lock, conditions);
    }

    @Override
    protected void begin() {
        waiting.clear();
        for (int i = 0; i < CONDITIONS; i++) {
            waiting.add(new ArrayList<>());
        }
    }

    private static Op<Subject> lockOp(String name, boolean interruptible, Call<Subject> call) {
        return new Op<>(name, interruptible, call);
    }

    @Override
    protected Op<Subject> next(Random random, int worker, Side<Subject> side) {
        int c = random.nextInt(CONDITIONS);
        switch (random.nextInt(16)) {
            case 0, 1:
                return lockOp("lock", false, s -> {
                    s.subject().lock().lock();
                    return s.subject().lock().getHoldCount();
                });
            case 2:
                return lockOp("lockInterruptibly", true, s -> {
                    s.subject().lock().lockInterruptibly();
                    return s.subject().lock().getHoldCount();
                });
            case 3:
                return lockOp("tryLock(1h)", true, s -> s.subject().lock().tryLock(1, HOURS));
            case 4:
                return lockOp("tryLock", false, s -> s.subject().lock().tryLock());
            case 5:
                return lockOp("tryLock(0)", true, s -> s.subject().lock().tryLock(0, SECONDS));
            case 6, 7, 8, 9:
                return lockOp("unlock", false, s -> {
                    s.subject().lock().unlock();
                    return s.subject().lock().getHoldCount();
                });
            case 10, 11:
                return await(random.nextInt(5), worker, c, side);
            case 12:
                if (!fair && Inspect.hasQueuedThreads(side.subject().lock())) {
                    // Whether the queued thread or the returning one gets the lock first is open.
                    return lockOp("getHoldCount", false, s -> s.subject().lock().getHoldCount());
                }
                return lockOp(
                        "await(0) " + c, true, s -> s.subject().conditions()[c].await(0, NANOSECONDS));
            case 13, 14:
                if (holds(side, worker) && !waiting.get(c).isEmpty()) {
                    waiting.get(c).remove(0);
                }
                return lockOp("signal " + c, false, s -> {
                    s.subject().conditions()[c].signal();
                    return s.subject().lock().getWaitQueueLength(s.subject().conditions()[c]);
                });
            default:
                if (holds(side, worker)) {
                    waiting.get(c).clear();
                }
                return lockOp("signalAll " + c, false, s -> {
                    s.subject().conditions()[c].signalAll();
                    return s.subject().lock().hasWaiters(s.subject().conditions()[c]);
                });
        }
    }

    private Op<Subject> await(int form, int worker, int c, Side<Subject> side) {
        if (holds(side, worker)) {
            waiting.get(c).add(worker);
        }
        return switch (form) {
            case 0 ->
                lockOp("await " + c, true, s -> {
                    s.subject().conditions()[c].await();
                    return s.subject().lock().getHoldCount();
                });
            case 1 ->
                lockOp("awaitUninterruptibly " + c, false, s -> {
                    s.subject().conditions()[c].awaitUninterruptibly();
                    return s.subject().lock().getHoldCount();
                });
            case 2 ->
                lockOp(
                        "awaitNanos(1h) " + c,
                        true,
                        s -> s.subject().conditions()[c].awaitNanos(SECONDS.toNanos(3600)) > 0);
            case 3 ->
                lockOp("await(1h) " + c, true, s -> s.subject().conditions()[c].await(3600, SECONDS));
            default ->
                lockOp(
                        "awaitUntil(1h) " + c,
                        true,
                        s -> s.subject().conditions()[c].awaitUntil(new Date(System.currentTimeMillis() + 3_600_000)));
        };
    }

    /** Whether the owner is that worker, whose thread the lock's string names. */
    private static boolean holds(Side<Subject> side, int worker) {
        return side.subject().lock().toString().endsWith("[Locked by thread jdk-" + worker + "]");
    }

    @Override
    protected boolean interrupted(int worker, Op<Subject> op) {
        if (!op.interruptible()) {
            return false;
        }
        for (List<Integer> waiters : waiting) {
            if (waiters.remove((Object) worker)) {
                // It leaves the condition now, but returns only with the lock.
                return false;
            }
        }
        return !op.name().startsWith("await");
    }

    @Override
    protected boolean rests(Side<Subject> side) {
        int queued = Inspect.queueLength(side.subject().lock());
        int onConditions = waiting.stream().mapToInt(List::size).sum();
        return side.busy() == queued + onConditions
                && (queued == 0 || side.subject().lock().isLocked());
    }

    @Override
    protected String state(Subject subject) {
        String lock = subject.lock().toString();
        return lock.substring(lock.indexOf('[')).replace("thread jdk-", "").replace("thread shim-", "") + " queued "
                + Inspect.queueLength(subject.lock()) + " " + Inspect.hasQueuedThreads(subject.lock());
    }

    @Override
    protected int finisher(Side<Subject> side) {
        for (int i = 0; i < WORKERS; i++) {
            if (holds(side, i)) {
                return i;
            }
        }
        return super.finisher(side);
    }

    @Override
    protected Op<Subject> finish(Side<Subject> side) {
        waiting.forEach(List::clear);
        return lockOp("finishes", false, s -> {
            ReentrantLock lock = s.subject().lock();
            lock.lock();
            int holds = lock.getHoldCount();
            for (Condition condition : s.subject().conditions()) {
                condition.signalAll();
            }
            while (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
            return holds;
        });
    }
}
