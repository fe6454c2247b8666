package io.github.cqs.bench.simulation;

import io.github.cqs.bench.ces.Fairness;
import io.github.cqs.bench.ces.Histogram;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Carriers that run tasks which compete for locks. One run is one object; the same scenario and costs give the same outcome.
 */
public final class Simulation {
    /*
     * Overview.
     *
     * Each carrier does one step at a time: parallel work, or a section. A step's end is an event; events are handled in the order of their
     * times, those of one time in the order in which they were made. What the end of a step does happens at that instant, for everybody to see;
     * what it costs is added to the next step of that carrier.
     *
     *    PARALLEL --- end, lock free ----> SECTION --- end ---> PARALLEL   (under CES, with waiters: ready, the first waiter is in its SECTION here)
     *        |                                ^
     *        | end, lock held                 | owner by hand-off, when a carrier takes it
     *        v                                |
     *     waiting ---- a release ---------> ready                          (BARGING: ready to compete: PARALLEL of no length)
     *
     * Every carrier has a queue, first in, first out. A release puts tasks into its own carrier's queue. A carrier without a task looks into its
     * own queue, then into the others' from a random one on, and takes the oldest task; if all are empty it is idle until a submission wakes it.
     *
     * Invariant: every task is in exactly one place: with a carrier, in its stack (INLINE), in a queue, or waiting for a lock.
     */

    private static final double WARM_UP = 0.1;

    private final Scenario scenario;
    private final Costs costs;
    private final SplittableRandom random;
    private final Carrier[] carriers;
    private final Lock[] locks;
    private final Task[] tasks;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingDouble(Event::time).thenComparingLong(Event::number));
    private final Deque<Carrier> idle = new ArrayDeque<>();
    private final Histogram delays = new Histogram();
    private long eventNumber;
    private long contended;
    private long stayed;
    private long steals;
    private double work;

    private record Event(double time, long number, Carrier carrier) {}

    private enum Step {
        PARALLEL,
        SECTION
    }

    private static final class Task {
        final int index;
        Step step = Step.PARALLEL;
        Lock lock;
        long ops;

        /** Woken to compete for a free lock: has no work of its own to do before. */
        boolean competing;

        Task(int index, Lock lock) {
            this.index = index;
            this.lock = lock;
        }
    }

    private static final class Lock {
        final Deque<Task> waiters = new ArrayDeque<>();
        boolean held;
        /** BARGING: a waiter is on its way; it stays the first until it has the lock. */
        boolean heirAwake;

        @Nullable
        Carrier lineAt;

        @Nullable
        Carrier dataAt;
        /** When the line has arrived where it was last asked for. */
        double lineFree;

        double releasedAt;
        boolean awaited;
    }

    private static final class Carrier {
        final Deque<Task> queue = new ArrayDeque<>();
        final Deque<Task> stack = new ArrayDeque<>();

        @Nullable
        Task task;

        double idleSince;
    }

    private Simulation(Scenario scenario, Costs costs) {
        this.scenario = scenario;
        this.costs = costs;
        random = new SplittableRandom(scenario.seed());
        carriers = new Carrier[scenario.carriers()];
        Arrays.setAll(carriers, i -> new Carrier());
        locks = new Lock[scenario.locks()];
        Arrays.setAll(locks, i -> new Lock());
        tasks = new Task[scenario.tasks()];
        Arrays.setAll(tasks, i -> new Task(i, draw()));
    }

    public static Outcome run(Scenario scenario, Costs costs) {
        return new Simulation(scenario, costs).run();
    }

    private Outcome run() {
        for (Task task : tasks) {
            carriers[task.index % carriers.length].queue.add(task);
        }
        for (Carrier carrier : carriers) {
            next(carrier, 0);
        }
        double warmUp = WARM_UP * scenario.duration();
        boolean counting = false;
        while (!events.isEmpty() && events.peek().time() <= scenario.duration()) {
            Event event = events.remove();
            if (!counting && event.time() >= warmUp) {
                counting = true;
                reset();
            }
            end(event.carrier(), event.time());
        }
        long[] ops = Arrays.stream(tasks).mapToLong(task -> task.ops).toArray();
        double counted = scenario.duration() - warmUp;
        return new Outcome(
                scenario,
                counted,
                Arrays.stream(ops).sum(),
                Fairness.jain(ops),
                delays,
                contended,
                stayed,
                work / counted / carriers.length,
                steals);
    }

    private void reset() {
        for (Task task : tasks) {
            task.ops = 0;
        }
        delays.clear();
        contended = 0;
        stayed = 0;
        steals = 0;
        work = 0;
    }

    /** The carrier's step has ended. */
    private void end(Carrier carrier, double now) {
        Task task = carrier.task;
        if (task == null) {
            next(carrier, now); // it was woken
        } else if (task.step == Step.PARALLEL) {
            acquire(carrier, task, now);
        } else {
            release(carrier, task, now);
        }
    }

    private void acquire(Carrier carrier, Task task, double now) {
        Lock lock = task.lock;
        double at = touch(lock, carrier, now);
        if (!lock.held && (scenario.policy() == Policy.BARGING || lock.waiters.isEmpty())) {
            if (task.competing) {
                lock.waiters.remove(task);
                lock.heirAwake = false;
                task.competing = false;
            }
            lock.held = true;
            section(carrier, task, at + costs.lock() / 2);
            return;
        }
        if (task.competing) {
            task.competing = false; // the first waiter still
            lock.heirAwake = false;
        } else {
            lock.waiters.add(task);
        }
        carrier.task = null;
        leave(carrier, at + costs.suspend());
    }

    /** The task has the lock and its carrier. */
    private void section(Carrier carrier, Task task, double start) {
        Lock lock = task.lock;
        double at = start;
        if (lock.dataAt != carrier) {
            at += lock.dataAt == null ? 0 : costs.line();
        }
        if (lock.awaited) {
            delays.add(Math.round(start - lock.releasedAt));
            contended++;
            if (lock.dataAt == carrier) {
                stayed++;
            }
        }
        lock.dataAt = carrier;
        task.step = Step.SECTION;
        run(carrier, task, at, scenario.section());
    }

    private void release(Carrier carrier, Task task, double now) {
        task.ops++;
        Lock lock = task.lock;
        double at = touch(lock, carrier, now) + costs.lock() / 2;
        lock.releasedAt = now;
        lock.awaited = !lock.waiters.isEmpty();
        task.step = Step.PARALLEL;
        task.lock = draw();
        if (!lock.awaited) {
            lock.held = false;
            parallel(carrier, task, at);
            return;
        }
        switch (scenario.policy()) {
            case DISPATCH -> {
                Task heir = lock.waiters.remove();
                heir.step = Step.SECTION;
                parallel(carrier, task, submit(carrier, heir, at));
            }
            case BARGING -> {
                lock.held = false;
                double free = at;
                if (!lock.heirAwake) {
                    lock.heirAwake = true;
                    Task heir = lock.waiters.element();
                    heir.competing = true;
                    free = submit(carrier, heir, at);
                }
                parallel(carrier, task, free);
            }
            case INLINE -> {
                Task heir = lock.waiters.remove();
                carrier.stack.push(task);
                section(carrier, heir, at + costs.mount());
            }
            case CES -> {
                Task heir = lock.waiters.remove();
                section(carrier, heir, submit(carrier, task, at) + costs.exchange());
            }
        }
    }

    private Lock draw() {
        return locks.length == 1 ? locks[0] : locks[random.nextInt(locks.length)];
    }

    private void parallel(Carrier carrier, Task task, double start) {
        run(carrier, task, start, scenario.parallel());
    }

    private void run(Carrier carrier, Task task, double start, double mean) {
        double length = scenario.spread().of(mean, random.nextDouble());
        work += length;
        carrier.task = task;
        events.add(new Event(start + length, eventNumber++, carrier));
    }

    /** Puts a task into the carrier's queue; answers when the carrier can go on. */
    private double submit(Carrier carrier, Task task, double now) {
        carrier.queue.add(task);
        double done = now + costs.submit();
        Carrier sleeper = idle.poll();
        if (sleeper != null) {
            boolean spinning = now - sleeper.idleSince <= costs.idleSpin();
            double awake = Math.max(done, sleeper.idleSince) + (spinning ? 0 : costs.wake());
            events.add(new Event(awake, eventNumber++, sleeper));
            done += spinning ? 0 : costs.signal();
        }
        return done;
    }

    /** The carrier's task has suspended. */
    private void leave(Carrier carrier, double now) {
        Task below = carrier.stack.poll();
        if (below != null) {
            parallel(carrier, below, now);
        } else {
            next(carrier, now);
        }
    }

    /** The carrier looks for a task. What is queued meanwhile by others it may miss, but then they wake it. */
    private void next(Carrier carrier, double now) {
        double at = now + costs.mount();
        Task task = carrier.queue.poll();
        if (task == null) {
            int from = random.nextInt(carriers.length);
            for (int i = 0; i < carriers.length && task == null; i++) {
                task = carriers[(from + i) % carriers.length].queue.poll();
            }
            if (task != null) {
                steals++;
                at += costs.steal();
            }
        }
        carrier.task = null;
        if (task == null) {
            carrier.idleSince = now;
            idle.add(carrier);
        } else if (task.step == Step.SECTION) {
            section(carrier, task, at);
        } else if (task.competing) {
            carrier.task = task;
            events.add(new Event(at, eventNumber++, carrier));
        } else {
            parallel(carrier, task, at);
        }
    }

    /** The carrier writes to the lock. One carrier after the other: a line is in one place. */
    private double touch(Lock lock, Carrier carrier, double now) {
        if (lock.lineAt == carrier) {
            return now;
        }
        double at = Math.max(now, lock.lineFree) + (lock.lineAt == null ? 0 : costs.line());
        lock.lineAt = carrier;
        lock.lineFree = at;
        return at;
    }

    /** Where each task is, for tests. */
    static List<String> places(Scenario scenario, Costs costs) {
        Simulation simulation = new Simulation(scenario, costs);
        simulation.run();
        List<String> places = new ArrayList<>();
        for (Carrier carrier : simulation.carriers) {
            if (carrier.task != null) {
                places.add("carrier " + carrier.task.index);
            }
            carrier.stack.forEach(task -> places.add("stack " + task.index));
            carrier.queue.forEach(task -> places.add("queue " + task.index));
        }
        for (Lock lock : simulation.locks) {
            lock.waiters.stream().filter(task -> !task.competing).forEach(task -> places.add("waiting " + task.index));
        }
        return places;
    }
}
