package io.github.cqs.shims;

import static io.github.cqs.shims.Exploration.require;
import static io.github.cqs.shims.Exploration.requirePlausible;
import static io.github.cqs.shims.Exploration.variants;
import static io.github.cqs.shims.Exploration.wouldWait;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.cqs.shims.Exploration.NoSpecification;
import io.github.cqs.shims.support.Internals;
import io.github.cqs.shims.support.Scenarios;
import io.github.cqs.shims.support.Scenarios.Bounds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The shims against sequential specifications, which are the JDK classes themselves where no thread is told apart; locks are in {@link LockLincheckTest}. The build runs both with
 * segments of one cell and of two.
 */
@Tag("lincheck")
class ShimLincheckTest {
    static Stream<Class<?>> semaphores() {
        return variants(UnfairSemaphore.class, FairSemaphore.class);
    }

    static Stream<Class<?>> queues() {
        return variants(UnfairQueue.class, FairQueue.class);
    }

    static Stream<Class<?>> waitingQueues() {
        return Stream.concat(
                variants(UnfairWaitingQueue.class, FairWaitingQueue.class),
                Stream.of(CompetingWaitingQueue.class, GatheringWaitingQueue.class));
    }

    // Semaphore

    public abstract static class SemaphoreOperations {
        private final CqsSemaphore semaphore;
        private final int[] holds = new int[4];

        SemaphoreOperations(boolean fair) {
            semaphore = new CqsSemaphore(2, fair);
        }

        @Operation
        public void acquire(int thread) {
            semaphore.acquireUninterruptibly();
            holds[thread] = 1;
        }

        @Operation
        public void acquireBoth(int thread) throws InterruptedException {
            semaphore.acquire(2);
            holds[thread] = 2;
        }

        @Operation
        public boolean tryAcquire(int thread) {
            holds[thread] = semaphore.tryAcquire() ? 1 : 0;
            return holds[thread] == 1;
        }

        @Operation
        public boolean tryAcquireBoth(int thread) {
            holds[thread] = semaphore.tryAcquire(2) ? 2 : 0;
            return holds[thread] == 2;
        }

        /** What is fair does not take a permit that somebody waits for; so nothing is told about success. */
        @Operation
        public void acquireInTime(int thread) throws InterruptedException {
            holds[thread] = semaphore.tryAcquire(0, NANOSECONDS) ? 1 : 0;
        }

        @Operation
        public void acquireSoon(int thread) throws InterruptedException {
            holds[thread] = semaphore.tryAcquire(2, 2_000, NANOSECONDS) ? 2 : 0;
        }

        @Operation
        public void acquireInterrupted(int thread) {
            Thread.currentThread().interrupt();
            try {
                semaphore.acquire();
                throw new IllegalStateException("the interrupt is lost");
            } catch (InterruptedException e) {
                holds[thread] = 0;
            }
        }

        @Operation
        public int drain(int thread) {
            return holds[thread] = semaphore.drainPermits();
        }

        /** Takes a permit away, even where there is none. */
        @Operation
        public void reduce(int thread) {
            semaphore.reducePermits(1);
            holds[thread] = 1;
        }

        @Operation
        public void inspect(int thread) {
            requirePlausible(semaphore.getQueuedThreads(), semaphore.cqsGetQueueLength());
        }

        @Operation
        public int available(int thread) {
            return semaphore.availablePermits();
        }

        @Operation
        public void release(int thread) {
            int n = holds[thread];
            holds[thread] = 0;
            semaphore.release(n);
        }

        @Validate
        public void check() {
            require(semaphore.availablePermits() == 2, "permits " + semaphore.availablePermits());
            require(semaphore.cqsGetQueueLength() == 0, "queue length " + semaphore.cqsGetQueueLength());
            require(semaphore.getQueuedThreads().isEmpty(), "queued threads");
            Internals.checkQueue(semaphore, "line");
        }
    }

    public static class UnfairSemaphore extends SemaphoreOperations {
        public UnfairSemaphore() {
            super(false);
        }
    }

    public static class FairSemaphore extends SemaphoreOperations {
        public FairSemaphore() {
            super(true);
        }
    }

    /** The JDK class; an order in which it would wait is no linearization. */
    public static class SemaphoreSpecification {
        private final Reducible semaphore = new Reducible(2);
        private final int[] holds = new int[4];

        @SuppressWarnings("serial")
        private static final class Reducible extends Semaphore {
            Reducible(int permits) {
                super(permits);
            }

            void reduce() {
                reducePermits(1);
            }
        }

        public void acquire(int thread) {
            if (!tryAcquire(thread)) {
                throw wouldWait();
            }
        }

        public void acquireBoth(int thread) {
            if (!tryAcquireBoth(thread)) {
                throw wouldWait();
            }
        }

        public boolean tryAcquire(int thread) {
            holds[thread] = semaphore.tryAcquire() ? 1 : 0;
            return holds[thread] == 1;
        }

        public boolean tryAcquireBoth(int thread) {
            holds[thread] = semaphore.tryAcquire(2) ? 2 : 0;
            return holds[thread] == 2;
        }

        /** Where permits may be missing, this releases the missing ones. */
        public int drain(int thread) {
            return holds[thread] = semaphore.drainPermits();
        }

        public void reduce(int thread) {
            semaphore.reduce();
            holds[thread] = 1;
        }

        public int available(int thread) {
            return semaphore.availablePermits();
        }

        public void inspect(int thread) {}

        public void acquireInterrupted(int thread) {
            holds[thread] = 0;
        }

        public void release(int thread) {
            semaphore.release(holds[thread]);
            holds[thread] = 0;
        }
    }

    /** A semaphore next to the highest count: what does not fit fails, and is seen by nobody. */
    public static class FullSemaphore {
        private final CqsSemaphore semaphore = new CqsSemaphore(Integer.MAX_VALUE - 1);

        private boolean released(int n) {
            try {
                if (n == 1) {
                    semaphore.release();
                } else {
                    semaphore.release(n);
                }
                return true;
            } catch (Error full) {
                return false;
            }
        }

        @Operation
        public boolean releaseOne(int thread) {
            return released(1);
        }

        @Operation
        public boolean releaseTwo(int thread) {
            return released(2);
        }

        @Operation
        public boolean releaseMost(int thread) {
            return released(Integer.MAX_VALUE);
        }

        @Operation
        public boolean releaseNone(int thread) {
            return released(0);
        }

        @Operation
        public boolean tryAcquireOne(int thread) {
            return semaphore.tryAcquire();
        }

        @Operation
        public boolean tryAcquireMost(int thread) {
            return semaphore.tryAcquire(Integer.MAX_VALUE);
        }

        @Operation
        public int drain(int thread) {
            return semaphore.drainPermits();
        }

        @Operation
        public void reduce(int thread) {
            semaphore.reducePermits(1);
        }

        @Operation
        public int available(int thread) {
            return semaphore.availablePermits();
        }

        @Validate
        public void check() {
            Object permits = Internals.value(semaphore, "permits");
            require(permits instanceof Long now && now <= Integer.MAX_VALUE, "permits " + permits);
        }
    }

    /** The JDK class. */
    public static class FullSemaphoreSpecification {
        private final SemaphoreSpecification.Reducible semaphore =
                new SemaphoreSpecification.Reducible(Integer.MAX_VALUE - 1);

        private boolean released(int n) {
            try {
                semaphore.release(n);
                return true;
            } catch (Error full) {
                return false;
            }
        }

        public boolean releaseOne(int thread) {
            return released(1);
        }

        public boolean releaseTwo(int thread) {
            return released(2);
        }

        public boolean releaseMost(int thread) {
            return released(Integer.MAX_VALUE);
        }

        public boolean releaseNone(int thread) {
            return released(0);
        }

        public boolean tryAcquireOne(int thread) {
            return semaphore.tryAcquire();
        }

        public boolean tryAcquireMost(int thread) {
            return semaphore.tryAcquire(Integer.MAX_VALUE);
        }

        public int drain(int thread) {
            return semaphore.drainPermits();
        }

        public void reduce(int thread) {
            semaphore.reduce();
        }

        public int available(int thread) {
            return semaphore.availablePermits();
        }
    }

    @Nested
    class FullSemaphores {
        private static final String[] RELEASING = {
            "releaseOne available",
            "releaseOne tryAcquireOne",
            "tryAcquireOne releaseOne",
            "releaseTwo available",
            "releaseMost releaseOne",
            "releaseNone reduce",
            "tryAcquireMost releaseOne",
            "drain releaseMost",
            "available releaseOne"
        };

        @Test
        void modelChecking() {
            Scenarios.modelCheck(
                    FullSemaphore.class, FullSemaphoreSpecification.class, new Bounds(8, 3, 1, 200), RELEASING);
            Scenarios.modelCheckExactly(
                    FullSemaphore.class,
                    FullSemaphoreSpecification.class,
                    2000,
                    new String[] {"releaseMost", "releaseOne available", "releaseOne tryAcquireOne"},
                    new String[] {"releaseOne", "releaseOne", "tryAcquireOne releaseTwo"},
                    new String[] {"releaseOne tryAcquireMost", "releaseOne", "drain available"});
        }

        @Test
        void stress() {
            Scenarios.stress(
                    FullSemaphore.class, FullSemaphoreSpecification.class, new Bounds(8, 3, 2, 300), RELEASING);
        }

        @Test
        @Tag("large")
        void modelCheckingMore() {
            Scenarios.modelCheck(
                    FullSemaphore.class, FullSemaphoreSpecification.class, new Bounds(60, 3, 2, 2000), RELEASING);
        }
    }

    @Nested
    @ParameterizedClass
    @MethodSource("io.github.cqs.shims.ShimLincheckTest#semaphores")
    class Semaphores {
        private static final String[] WAITING = {
            "acquire release",
            "acquireBoth release",
            "tryAcquire release",
            "tryAcquireBoth release",
            "drain release",
            "available",
            "inspect",
            "acquireInterrupted"
        };
        /** Without drain, which releases what is missing. */
        private static final String[] REDUCING = {
            "acquire release", "acquireBoth release", "tryAcquire release", "reduce release", "available"
        };

        private static final String[] LEAVING = {
            "acquire release",
            "inspect",
            "reduce release",
            "acquireBoth release",
            "acquireInTime release",
            "acquireSoon release",
            "acquireInterrupted"
        };

        @Parameter
        Class<?> operations;

        @Test
        void modelChecking() {
            Scenarios.modelCheck(operations, SemaphoreSpecification.class, new Bounds(2, 3, 1, 25), WAITING);
            Scenarios.modelCheck(operations, SemaphoreSpecification.class, new Bounds(1, 3, 1, 25), REDUCING);
            Scenarios.modelCheckExactly(operations, NoSpecification.class, 60, new String[] {
                "acquireBoth release", "acquireInTime release", "acquire release"
            });
        }

        @Test
        void stress() {
            Scenarios.stress(operations, SemaphoreSpecification.class, new Bounds(4, 3, 2, 300), WAITING);
            Scenarios.stress(operations, SemaphoreSpecification.class, new Bounds(2, 3, 2, 300), REDUCING);
            Scenarios.stress(operations, NoSpecification.class, new Bounds(4, 3, 3, 300), LEAVING);
        }

        @Test
        @Tag("large")
        void large() {
            Scenarios.modelCheck(operations, SemaphoreSpecification.class, new Bounds(20, 3, 2, 500), WAITING);
            Scenarios.modelCheck(operations, SemaphoreSpecification.class, new Bounds(10, 3, 2, 500), REDUCING);
            Scenarios.stress(operations, SemaphoreSpecification.class, new Bounds(20, 3, 2, 5000), WAITING);
            Scenarios.stress(operations, SemaphoreSpecification.class, new Bounds(10, 3, 2, 5000), REDUCING);
            Scenarios.stress(operations, NoSpecification.class, new Bounds(20, 4, 3, 5000), LEAVING);
        }
    }

    // Latch

    public static class LatchOperations {
        private final CqsCountDownLatch latch = new CqsCountDownLatch(2);

        @Operation
        public void countDown(int thread) {
            latch.countDown();
        }

        @Operation
        public void await(int thread) throws InterruptedException {
            latch.await();
        }

        @Operation
        public boolean awaitInTime(int thread) throws InterruptedException {
            return latch.await(0, NANOSECONDS);
        }

        @Operation
        public void awaitSoon(int thread) throws InterruptedException {
            latch.await(2_000, NANOSECONDS);
        }

        @Operation
        public void awaitInterrupted(int thread) {
            Thread.currentThread().interrupt();
            try {
                latch.await();
                throw new IllegalStateException("the interrupt is lost");
            } catch (InterruptedException e) {
                require(!Thread.currentThread().isInterrupted(), "the status is still set");
            }
        }

        @Operation
        public long count(int thread) {
            return latch.getCount();
        }

        @Validate
        public void check() {
            Internals.checkQueue(latch, "queue");
        }
    }

    public static class LatchSpecification {
        private final CountDownLatch latch = new CountDownLatch(2);

        public void countDown(int thread) {
            latch.countDown();
        }

        public void await(int thread) {
            if (latch.getCount() > 0) {
                throw wouldWait();
            }
        }

        public boolean awaitInTime(int thread) throws InterruptedException {
            return latch.await(0, NANOSECONDS);
        }

        public long count(int thread) {
            return latch.getCount();
        }
    }

    @Nested
    class Latches {
        private static final String[][] SCENARIOS = {
            {"await count", "countDown await", "countDown count"},
            {"await", "await awaitInTime", "countDown countDown countDown count"},
            {"countDown count", "countDown count", "countDown await", "awaitInTime await"},
        };
        private static final String[][] LEAVING = {
            {"awaitSoon await", "awaitInterrupted await", "countDown countDown"},
            {"awaitSoon", "countDown awaitSoon", "countDown", "await"},
        };

        private void explore(int modelChecked, int stressed) {
            Scenarios.modelCheckExactly(LatchOperations.class, LatchSpecification.class, modelChecked, SCENARIOS);
            Scenarios.stressExactly(LatchOperations.class, LatchSpecification.class, stressed, SCENARIOS);
            Scenarios.stressExactly(LatchOperations.class, NoSpecification.class, stressed, LEAVING);
        }

        @Test
        void small() {
            explore(30, 200);
        }

        @Test
        @Tag("large")
        void large() {
            explore(3_000, 50_000);
        }
    }

    // Barrier

    public static class BarrierOperations {
        private final AtomicInteger trips = new AtomicInteger();
        private final AtomicInteger passes = new AtomicInteger();
        private final AtomicInteger indices = new AtomicInteger();
        private final CqsCyclicBarrier barrier = new CqsCyclicBarrier(2, trips::incrementAndGet);

        /** Goes on until it has passed; what others broke is reset. */
        @Operation
        public void arrive(int thread) throws InterruptedException {
            while (!arrive(false, 0)) {
                Thread.onSpinWait();
            }
        }

        /** Passes, or breaks the barrier and then passes patiently. */
        @Operation
        public void arriveInTime(int thread) throws InterruptedException {
            if (!arrive(true, 0)) {
                arrive(thread);
            }
        }

        @Operation
        public void arriveSoon(int thread) throws InterruptedException {
            if (!arrive(true, 2_000)) {
                arrive(thread);
            }
        }

        private boolean arrive(boolean timed, long nanos) throws InterruptedException {
            try {
                int before = trips.get();
                int index = timed ? barrier.await(nanos, NANOSECONDS) : barrier.await();
                require(trips.get() > before, "passed without a trip");
                indices.addAndGet(index);
                passes.incrementAndGet();
                return true;
            } catch (BrokenBarrierException | TimeoutException e) {
                if (barrier.isBroken()) {
                    barrier.reset();
                }
                return false;
            }
        }

        /** Breaks the barrier, or finds it broken; then passes. */
        @Operation
        public void arriveInterrupted(int thread) throws InterruptedException {
            Thread.currentThread().interrupt();
            boolean passed;
            try {
                passed = arrive(false, 0);
                require(Thread.interrupted(), "the interrupt is lost");
            } catch (InterruptedException e) {
                passed = false;
                barrier.reset();
            }
            if (!passed) {
                arrive(thread);
            }
        }

        @Operation
        public void inspect(int thread) {
            int waiting = barrier.getNumberWaiting();
            require(waiting == 0 || waiting == 1, waiting + " are waiting");
            barrier.isBroken();
        }

        @Operation
        public void reset(int thread) {
            barrier.reset();
        }

        @Validate
        public void check() {
            require(passes.get() == 2 * trips.get(), passes + " passes of " + trips + " trips");
            require(indices.get() == trips.get(), "indices");
            require(barrier.getNumberWaiting() == 0 && !barrier.isBroken(), "still waiting, or broken");
            Internals.checkQueue(barrier, "generation->queue");
        }
    }

    @Nested
    class Barriers {
        private static final String[][] SCENARIOS = {
            {"arrive arrive arrive", "arrive arrive arrive"},
            {"arrive arriveInTime", "arriveInTime arrive"},
            {"arrive", "arrive", "reset"},
            {"arrive", "arriveInterrupted", "inspect inspect"},
            {"arrive arriveSoon arrive", "arriveSoon arrive arriveSoon", "reset"},
        };

        private void explore(int modelChecked, int stressed) {
            Scenarios.modelCheckExactly(BarrierOperations.class, NoSpecification.class, modelChecked, SCENARIOS);
            Scenarios.stressExactly(BarrierOperations.class, NoSpecification.class, stressed, SCENARIOS);
        }

        @Test
        void small() {
            explore(30, 200);
        }

        @Test
        @Tag("large")
        void large() {
            explore(3_000, 50_000);
        }
    }

    // Queue

    public abstract static class QueueOperations {
        private final CqsArrayBlockingQueue<Integer> queue;

        QueueOperations(boolean fair) {
            queue = new CqsArrayBlockingQueue<>(2, fair);
        }

        @Operation
        public boolean offer(int e) {
            return queue.offer(e);
        }

        @Operation
        public boolean offerInTime(int e) throws InterruptedException {
            return queue.offer(e, 0, NANOSECONDS);
        }

        @Operation
        public Integer poll(int e) {
            return queue.poll();
        }

        @Operation
        public Integer pollInTime(int e) throws InterruptedException {
            return queue.poll(0, NANOSECONDS);
        }

        @Operation
        public Integer peek(int e) {
            return queue.peek();
        }

        @Operation
        public int size(int e) {
            return queue.size();
        }

        @Operation
        public int remainingCapacity(int e) {
            return queue.remainingCapacity();
        }

        @Operation
        public boolean remove(int e) {
            return queue.remove((Object) e);
        }

        @Operation
        public boolean contains(int e) {
            return queue.contains(e);
        }

        @Operation
        public boolean removeIf(int e) {
            return queue.removeIf(x -> x == e);
        }

        @Operation
        public String drain(int e) {
            return drained(queue, 1 + (e & 1));
        }

        @Operation
        public String contents(int e) {
            return List.of(queue.toArray()).toString();
        }

        @Operation
        public void clear(int e) {
            queue.clear();
        }

        @Validate
        public void check() {
            Internals.checkQueue(queue, "lock->line");
            require(Internals.value(queue, "notEmpty->first") == null, "waiters");
            require(Internals.value(queue, "notFull->first") == null, "waiters");
        }
    }

    public static class UnfairQueue extends QueueOperations {
        public UnfairQueue() {
            super(false);
        }
    }

    public static class FairQueue extends QueueOperations {
        public FairQueue() {
            super(true);
        }
    }

    /** The JDK class. */
    public static class QueueSpecification {
        private final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);

        public boolean offer(int e) {
            return queue.offer(e);
        }

        public boolean offerInTime(int e) throws InterruptedException {
            return queue.offer(e, 0, NANOSECONDS);
        }

        public Integer poll(int e) {
            return queue.poll();
        }

        public Integer pollInTime(int e) throws InterruptedException {
            return queue.poll(0, NANOSECONDS);
        }

        public Integer peek(int e) {
            return queue.peek();
        }

        public int size(int e) {
            return queue.size();
        }

        public int remainingCapacity(int e) {
            return queue.remainingCapacity();
        }

        public boolean remove(int e) {
            return queue.remove((Object) e);
        }

        public boolean contains(int e) {
            return queue.contains(e);
        }

        public boolean removeIf(int e) {
            return queue.removeIf(x -> x == e);
        }

        public String drain(int e) {
            return drained(queue, 1 + (e & 1));
        }

        public String drainAll(int e) {
            return drained(queue, Integer.MAX_VALUE);
        }

        public String contents(int e) {
            return List.of(queue.toArray()).toString();
        }

        public void clear(int e) {
            queue.clear();
        }

        public void put(int e) {
            if (!queue.offer(e)) {
                throw wouldWait();
            }
        }

        public Integer take(int e) {
            Integer first = queue.poll();
            if (first == null) {
                throw wouldWait();
            }
            return first;
        }
    }

    /** The operations that wait, which scenarios must pair. */
    private static String drained(ArrayBlockingQueue<Integer> queue, int most) {
        List<Integer> drained = new ArrayList<>();
        queue.drainTo(drained, most);
        return drained.toString();
    }

    public abstract static class WaitingQueueOperations {
        private final CqsArrayBlockingQueue<Integer> queue;

        WaitingQueueOperations(boolean fair) {
            this(new CqsArrayBlockingQueue<>(2, fair));
        }

        WaitingQueueOperations(CqsArrayBlockingQueue<Integer> queue) {
            this.queue = queue;
        }

        @Operation
        public void put(int e) throws InterruptedException {
            queue.put(e);
        }

        @Operation
        public Integer take(int e) throws InterruptedException {
            return queue.take();
        }

        @Operation
        public int size(int e) {
            return queue.size();
        }

        @Operation
        public Integer peek(int e) {
            return queue.peek();
        }

        @Operation
        public String drainAll(int e) {
            return drained(queue, Integer.MAX_VALUE);
        }

        /** Puts it, if not in time then patiently. */
        @Operation
        public void offerSoon(int e) throws InterruptedException {
            if (!queue.offer(e, 2_000, NANOSECONDS)) {
                queue.put(e);
            }
        }

        @Operation
        public void takeAny(int e) throws InterruptedException {
            queue.take();
        }

        @Operation
        public void pollSoon(int e) throws InterruptedException {
            if (queue.poll(2_000, NANOSECONDS) == null) {
                queue.take();
            }
        }

        @Validate
        public void check() {
            Internals.checkQueue(queue, "lock->line");
            require(queue.isEmpty(), "elements are left");
        }
    }

    public static class UnfairWaitingQueue extends WaitingQueueOperations {
        public UnfairWaitingQueue() {
            super(false);
        }
    }

    /** Its putters compete for room, as virtual threads do. */
    public static class CompetingWaitingQueue extends WaitingQueueOperations {
        public CompetingWaitingQueue() {
            super(new Competing(2));
        }
    }

    private static final class Competing extends CqsArrayBlockingQueue<Integer> {
        private static final long serialVersionUID = 1L;

        Competing(int capacity) {
            super(capacity);
        }

        @Override
        boolean competes(Thread putter) {
            return true;
        }
    }

    /** Whoever waits spins for no time at all, and gathers. */
    public static class GatheringWaitingQueue extends WaitingQueueOperations {
        public GatheringWaitingQueue() {
            super(new Gathering<>(2));
        }
    }

    public static class FairWaitingQueue extends WaitingQueueOperations {
        public FairWaitingQueue() {
            super(true);
        }
    }

    @Nested
    class Queues {
        private void nonBlocking(Class<?> operations, int scenarios, int modelChecked, int stressed) {
            new ModelCheckingOptions()
                    .iterations(scenarios)
                    .invocationsPerIteration(modelChecked)
                    .threads(2)
                    .actorsPerThread(3)
                    .actorsBefore(2)
                    .actorsAfter(2)
                    .sequentialSpecification(QueueSpecification.class)
                    .check(operations);
            new StressOptions()
                    .iterations(scenarios)
                    .invocationsPerIteration(stressed)
                    .threads(3)
                    .actorsPerThread(2)
                    .sequentialSpecification(QueueSpecification.class)
                    .check(operations);
        }

        private void waiting(Class<?> operations, int modelChecked, int stressed) {
            String[][] scenarios = {
                {"put put put", "take take take"},
                {"put take", "put peek take", "put size take"},
                {"take peek", "take", "put put"},
                {"put put", "put peek", "take take take"},
                {"put put put drainAll", "take"},
            };
            Scenarios.modelCheckExactly(operations, QueueSpecification.class, modelChecked, scenarios);
            Scenarios.stressExactly(operations, QueueSpecification.class, stressed, scenarios);
            Scenarios.stressExactly(
                    operations,
                    NoSpecification.class,
                    stressed,
                    new String[] {"offerSoon put put", "takeAny pollSoon takeAny"},
                    new String[] {"put offerSoon", "offerSoon put", "pollSoon takeAny", "takeAny pollSoon"});
        }

        @ParameterizedTest
        @MethodSource("io.github.cqs.shims.ShimLincheckTest#queues")
        void nonBlockingOperations(Class<?> operations) {
            nonBlocking(operations, 2, 25, 100);
        }

        @ParameterizedTest
        @MethodSource("io.github.cqs.shims.ShimLincheckTest#waitingQueues")
        void waitingOperations(Class<?> operations) {
            waiting(operations, 5, 100);
        }

        @ParameterizedTest
        @Tag("large")
        @MethodSource("io.github.cqs.shims.ShimLincheckTest#queues")
        void nonBlockingOperationsLarge(Class<?> operations) {
            nonBlocking(operations, 30, 500, 5_000);
        }

        @ParameterizedTest
        @Tag("large")
        @MethodSource("io.github.cqs.shims.ShimLincheckTest#waitingQueues")
        void waitingOperationsLarge(Class<?> operations) {
            waiting(operations, 1_000, 30_000);
        }
    }
}
