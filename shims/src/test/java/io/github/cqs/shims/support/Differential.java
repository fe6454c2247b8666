package io.github.cqs.shims.support;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;

/**
 * Runs one seeded script of operations on a JDK class and on its shim and compares results and states whenever both rest.
 *
 * <p>A script is driven one step at a time: an operation given to an idle worker, or an interrupt of a waiting one. After each step both sides
 * must come to rest: every worker is idle or parked inside its operation, and by the class's own account of its state none of the parked could
 * go on. A side that never rests has lost a wake-up. The random numbers that choose a step are drawn once for both sides.
 *
 * @param <S> the JDK class
 */
public abstract class Differential<S> {
    protected static final int WORKERS = 4;
    private static final long REST_NANOS = 20_000_000_000L;

    /** What a worker does to the subject; the value, or the failure, becomes its outcome. */
    @FunctionalInterface
    protected interface Call<S> {
        Object on(Side<S> side) throws Exception;
    }

    /** An operation of a script. */
    protected record Op<S>(String name, boolean interruptible, Call<S> call) {
        public Op {}
    }

    /** One of the two subjects and its workers. */
    protected static final class Side<S> {
        private final String name;
        private final Worker[] workers = new Worker[WORKERS];
        /** Elements that finished operations have put in and not taken out, for queues. */
        public volatile int net;

        private S subject;

        Side(String name) {
            this.name = name;
            for (int i = 0; i < WORKERS; i++) {
                workers[i] = new Worker(name + "-" + i);
            }
        }

        public S subject() {
            return subject;
        }

        /** How many workers are inside an operation. */
        public int busy() {
            int n = 0;
            for (Worker worker : workers) {
                if (!worker.isIdle()) {
                    n++;
                }
            }
            return n;
        }

        public boolean isBusy(int worker) {
            return !workers[worker].isIdle();
        }

        /** Notes that the running operation put in {@code n} elements. */
        public synchronized void add(int n) {
            net = net + n;
        }

        /** How many operations have ended, or -1 when a worker is neither idle nor parked. */
        long endedAtRest() {
            long ended = 0;
            for (Worker worker : workers) {
                if (!worker.isIdle() && !worker.isParked()) {
                    return -1;
                }
                ended += worker.ended;
            }
            return ended;
        }

        String outcomes() {
            StringBuilder out = new StringBuilder();
            for (Worker worker : workers) {
                out.append(worker.isIdle() ? worker.outcome : "waits").append("; ");
            }
            return out.toString();
        }

        List<Thread> threads() {
            List<Thread> threads = new ArrayList<>();
            for (Worker worker : workers) {
                threads.add(worker.thread);
            }
            return threads;
        }
    }

    private static final class Worker {
        private static final int IDLE = 0;
        private static final int GIVEN = 1;
        private static final int RUNNING = 2;
        private static final int STOPPED = 3;

        private final Thread thread;
        private volatile int phase;
        private volatile long ended;
        private Task.Body<?> command;
        private String outcome = "";

        Worker(String name) {
            thread = ThreadKind.PLATFORM.newThread(name, this::run);
            thread.start();
        }

        private void run() {
            for (; ; ) {
                int now = phase;
                if (now == STOPPED) {
                    return;
                }
                if (now != GIVEN) {
                    LockSupport.park(this);
                    continue;
                }
                phase = RUNNING;
                String result;
                try {
                    result = Objects.toString(command.run());
                } catch (Throwable e) {
                    result = e.getClass().getName() + ": " + e.getMessage();
                }
                // The status is part of the outcome, and must not reach the next operation.
                outcome = Thread.interrupted() ? result + " (interrupted)" : result;
                ended = ended + 1;
                phase = IDLE;
            }
        }

        void give(Task.Body<?> body) {
            command = body;
            phase = GIVEN;
            LockSupport.unpark(thread);
        }

        boolean isIdle() {
            return phase == IDLE;
        }

        boolean isParked() {
            return phase == RUNNING && Await.isParked(thread) && phase == RUNNING;
        }

        void stop() {
            phase = STOPPED;
            LockSupport.unpark(thread);
        }
    }

    private final Side<S> jdk = new Side<>("jdk");
    private final Side<S> shim = new Side<>("shim");
    private final List<String> log = new ArrayList<>();
    private final List<Op<S>> current = new ArrayList<>();
    private int mustEnd;

    @AfterEach
    final void stopWorkers() {
        for (Side<S> side : List.of(jdk, shim)) {
            for (Worker worker : side.workers) {
                worker.stop();
            }
        }
    }

    // What a test says about its class

    /** Makes a subject; called once for each side with equal random numbers. */
    protected abstract S newSubject(Impl impl, Random random);

    /** What {@link Side#net} is before the first step. */
    protected int initialNet(S subject) {
        return 0;
    }

    /** Forgets the bookkeeping of the previous script. */
    protected void begin() {}

    /** Chooses what idle {@code worker} does next; {@code side} is at rest, and both sides are alike. */
    protected abstract Op<S> next(Random random, int worker, Side<S> side);

    /** Notes an interrupt of a waiting worker; tells whether its operation must now end. */
    protected boolean interrupted(int worker, Op<S> op) {
        return op.interruptible();
    }

    /** Whether none of the waiting workers could go on, by what the subject says of itself. */
    protected abstract boolean rests(Side<S> side);

    /** The subject's visible state, without its identity. */
    protected abstract String state(S subject);

    /** The next step that ends the waits, called until nobody waits. */
    protected abstract Op<S> finish(Side<S> side);

    /** Which worker takes the finishing step; -1 when all wait, and the coordinator takes it. */
    protected int finisher(Side<S> side) {
        for (int i = 0; i < WORKERS; i++) {
            if (!side.isBusy(i)) {
                return i;
            }
        }
        return -1;
    }

    // Running

    protected final void runScripts(int scripts, int steps, long salt) {
        Long given = Long.getLong("cqs.test.seed");
        long base = given != null ? given : salt;
        for (int i = 0; i < (given != null ? 1 : scripts); i++) {
            long seed = base + i;
            try {
                runScript(seed, steps);
            } catch (Throwable e) {
                throw new AssertionError(
                        "differs with seed " + seed + " (-Dcqs.test.seed=" + seed + "), steps:\n"
                                + String.join("\n", log),
                        e);
            }
        }
    }

    private void runScript(long seed, int steps) throws Exception {
        log.clear();
        current.clear();
        for (int i = 0; i < WORKERS; i++) {
            current.add(null);
        }
        begin();
        jdk.subject = newSubject(Impl.JDK, new Random(seed));
        shim.subject = newSubject(Impl.SHIM, new Random(seed));
        jdk.net = initialNet(jdk.subject);
        shim.net = initialNet(shim.subject);
        Random random = new Random(seed);
        log.add("new " + state(jdk.subject));
        for (int step = 0; step < steps; step++) {
            int worker = random.nextInt(WORKERS);
            if (jdk.isBusy(worker)) {
                if (random.nextInt(4) != 0) {
                    continue;
                }
                interrupt(worker);
            } else {
                give(worker, next(random, worker, jdk));
            }
        }
        for (int i = 0; jdk.busy() > 0; i++) {
            if (i > 200) {
                throw new AssertionError("the script does not finish");
            }
            int worker = finisher(jdk);
            Op<S> op = finish(jdk);
            if (worker >= 0) {
                give(worker, op);
            } else {
                log.add("this thread " + op.name());
                mustEnd = -1;
                op.call().on(jdk);
                op.call().on(shim);
                compare();
            }
        }
    }

    private void interrupt(int worker) {
        log.add(worker + " is interrupted");
        mustEnd = interrupted(worker, current.get(worker)) ? worker : -1;
        jdk.workers[worker].thread.interrupt();
        shim.workers[worker].thread.interrupt();
        compare();
    }

    private void give(int worker, Op<S> op) {
        log.add(worker + " " + op.name());
        mustEnd = -1;
        current.set(worker, op);
        jdk.workers[worker].give(() -> op.call().on(jdk));
        shim.workers[worker].give(() -> op.call().on(shim));
        compare();
    }

    private void compare() {
        awaitRest(jdk);
        awaitRest(shim);
        String expected = jdk.outcomes() + state(jdk.subject);
        String actual = shim.outcomes() + state(shim.subject);
        log.add("    " + expected);
        if (!expected.equals(actual)) {
            throw new AssertionError("JDK:  " + expected + "\nshim: " + actual + Await.dump(shim.threads()));
        }
    }

    private void awaitRest(Side<S> side) {
        if (!Await.holds(() -> isAtRest(side), REST_NANOS)) {
            throw new AssertionError(
                    side.name + " never rests: " + side.outcomes() + state(side.subject) + Await.dump(side.threads()));
        }
    }

    /*
     * A worker that was just woken still looks parked. If it moves while rests() looks at the subject, it is found running or its operation
     * ended; if it does not move, then rests() sees that it could.
     */
    private boolean isAtRest(Side<S> side) {
        long ended = side.endedAtRest();
        return ended >= 0 && (mustEnd < 0 || !side.isBusy(mustEnd)) && rests(side) && side.endedAtRest() == ended;
    }
}
