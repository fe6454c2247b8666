package io.github.cqs.ces;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.testing.Threads;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NextUpTest {
    private static final long PROMPT = 1_000;

    /** Wake-ups before the first trial. */
    private static final int RECESS = 256;

    private final Queue<Runnable> queued = new ArrayDeque<>();
    private final Queue<Runnable> kept = new ArrayDeque<>();
    private final Queue<Runnable> shared = new ArrayDeque<>();
    private boolean noMemory;
    private long now;
    private final CarrierPool pool = new QuietPool() {
        @Override
        protected boolean is(Object scheduler) {
            return scheduler == NextUpTest.this;
        }

        @Override
        protected void queue(Runnable task) {
            add(queued, task);
        }

        @Override
        protected void keep(Runnable task) {
            add(kept, task);
        }

        @Override
        protected void share(Runnable task) {
            add(shared, task);
        }

        private void add(Queue<Runnable> queue, Runnable task) {
            if (noMemory) {
                throw new OutOfMemoryError("test");
            }
            queue.add(task);
        }

        @Override
        protected int queued() {
            return queued.size();
        }

        @Override
        protected long nanoTime() {
            return now;
        }
    };
    private final NextUp next = new NextUp(pool, PROMPT);
    private final Runnable a = () -> {};
    private final Runnable b = () -> {
        throw new AssertionError("runs nowhere");
    };
    private int departures;

    @BeforeEach
    void somebodyWatches() {
        CarrierWatch.watchedBy(Thread.currentThread());
    }

    @AfterEach
    void nobodyDoes() {
        CarrierWatch.watchedBy(null);
    }

    private boolean wake(Runnable task) {
        next.beginsWaking();
        try {
            return next.takes(this, task);
        } finally {
            next.endsWaking();
        }
    }

    private boolean leave(long afterNanos) {
        now += afterNanos;
        departures++;
        boolean held = next.departs(true);
        kept.clear();
        return held;
    }

    /** How many of so many wake-ups are held, each thread leaving so late. */
    private int held(int wakeUps, long afterNanos) {
        int held = 0;
        for (int i = 0; i < wakeUps; i++) {
            if (wake(a)) {
                held++;
                leave(afterNanos);
            }
        }
        return held;
    }

    private void afterTheRecess() {
        assertThat(held(RECESS, 0)).isZero();
    }

    @Test
    void whoIsWokenIsQueuedWhenTheThreadLeaves() {
        afterTheRecess();
        assertThat(wake(a)).isTrue();
        assertThat(next.isEmpty()).isFalse();
        assertThat(kept).isEmpty();
        assertThat(next.departs(true)).isTrue();
        assertThat(kept).containsExactly(a);
        assertThat(next.isEmpty()).isTrue();
        assertThat(next.departs(true)).isFalse();
        assertThat(kept).containsExactly(a);
    }

    @Test
    void othersAreToldIfTheCarrierDoesSomethingElseFirst() {
        afterTheRecess();
        wake(a);
        assertThat(next.departs(false)).isTrue();
        assertThat(queued).containsExactly(a);
        assertThat(kept).isEmpty();
    }

    @Test
    void theSecondToBeWokenComesAfterTheFirst() {
        afterTheRecess();
        assertThat(wake(a)).isTrue();
        assertThat(wake(b)).isFalse();
        assertThat(queued).containsExactly(a);
        assertThat(leave(0)).isFalse();
    }

    @Test
    void whoWakesSeveralEachTimeIsSoonLeftAlone() {
        afterTheRecess();
        int held = 0;
        for (int i = 0; i < RECESS; i++) {
            if (wake(a)) {
                held++;
            }
            wake(b);
            leave(0);
            queued.clear();
        }
        assertThat(held).isBetween(1, 20);
    }

    @Test
    void nobodyIsOvertaken() {
        afterTheRecess();
        queued.add(b);
        assertThat(wake(a)).isFalse();
        queued.clear();
        assertThat(wake(a)).isTrue();
        leave(0);
    }

    @Test
    void onlyWhomTheThreadWakesHere() {
        afterTheRecess();
        assertThat(next.takes(this, a)).as("nobody wakes").isFalse();
        next.beginsWaking();
        assertThat(next.takes(new Object(), a)).as("another scheduler's").isFalse();
        assertThat(next.takes(this, a)).isTrue();
        assertThat(next.takes(this, b)).as("what comes up in the same wake-up").isFalse();
        next.endsWaking();
        assertThat(queued).isEmpty();
        leave(0);
        next.beginsWaking();
        next.departs(true);
        assertThat(next.takes(this, a)).as("has left meanwhile").isFalse();
    }

    @Test
    void nothingIsHeldWithoutAWatchOrWhereItIsTurnedOff() {
        afterTheRecess();
        CarrierWatch.watchedBy(null);
        assertThat(held(RECESS, 0)).isZero();
        CarrierWatch.watchedBy(Thread.currentThread());
        assertThat(held(RECESS, 0)).isEqualTo(RECESS);
        NextUp off = new NextUp(pool, 0);
        for (int i = 0; i < 2 * RECESS; i++) {
            off.beginsWaking();
            assertThat(off.takes(this, a)).isFalse();
            off.endsWaking();
        }
    }

    @Test
    void whoKeepsItsCarrierLetsOthersHaveIt() {
        afterTheRecess();
        wake(a);
        next.flush();
        assertThat(queued).containsExactly(a);
        next.flush();
        assertThat(queued).containsExactly(a);
        assertThat(leave(0)).isFalse();
    }

    @Test
    void theWatchSharesWhatHasBeenHeldSinceItsLastLook() {
        afterTheRecess();
        next.look(departures);
        leave(0);
        wake(a);
        next.look(departures);
        assertThat(shared).as("a thread has left since").isEmpty();
        next.look(departures);
        assertThat(shared).containsExactly(a);
        next.look(departures);
        assertThat(shared).containsExactly(a);
        assertThat(leave(0)).isFalse();
        assertThat(held(10 * RECESS, 0)).as("after a miss").isZero();
        assertThat(held(16_000, 0)).as("later").isPositive();
    }

    @Test
    void whoStaysIsLeftAlone() {
        afterTheRecess();
        int held = held(1 << 20, 5 * PROMPT);
        assertThat(held).isBetween(1, 1 << 10);
    }

    @Test
    void whoLeavesAtOnceIsHeldOnceOthersHaveStayed() {
        afterTheRecess();
        held(1 << 20, 5 * PROMPT);
        held(1 << 18, 0);
        assertThat(held(1_000, PROMPT - 1)).isEqualTo(1_000);
    }

    @Test
    void oneThatStaysForLongNowAndThenCostsLittle() {
        afterTheRecess();
        long stayed = 0;
        int wakeUps = 1 << 20;
        for (int i = 0; i < wakeUps; i++) {
            if (wake(a)) {
                long stays = i % 10 == 0 ? 100 * PROMPT : 0;
                stayed += stays;
                leave(stays);
            }
        }
        assertThat(stayed / wakeUps).as("nanoseconds for each").isBetween(1L, PROMPT / 5);
    }

    @Test
    void whereWakeUpsAreSeldomTheWatchSleeps() {
        afterTheRecess();
        int held = 0;
        for (int i = 0; i < 10_000; i++) {
            now += 2_000_000;
            held += held(1, 0);
        }
        assertThat(held).isBetween(1, 50);
    }

    @Test
    void withoutMemoryItStaysForTheWatch() {
        afterTheRecess();
        wake(a);
        noMemory = true;
        assertThat(next.departs(true)).isTrue();
        assertThat(next.isEmpty()).isFalse();
        assertThat(wake(b)).as("there is room for one").isFalse();
        next.look(0);
        assertThat(next.isEmpty()).isFalse();
        noMemory = false;
        next.look(0);
        assertThat(shared).containsExactly(a);
        assertThat(next.isEmpty()).isTrue();
    }

    @Test
    void whatCouldNotBeQueuedIsQueuedAtTheNextDeparture() {
        afterTheRecess();
        wake(a);
        noMemory = true;
        assertThat(next.departs(true)).isTrue();
        assertThat(next.departs(true)).as("still there").isTrue();
        noMemory = false;
        assertThat(next.departs(true)).isTrue();
        assertThat(kept).containsExactly(a);
        assertThat(next.isEmpty()).isTrue();
        assertThat(next.departs(true)).as("once").isFalse();
    }

    /** The carrier and the watch, as fast as they can: each that is woken comes out once. */
    @Test
    void nobodyIsForgottenOrRunsTwice() throws Exception {
        AtomicLong out = new AtomicLong();
        CarrierPool both = new QuietPool() {
            @Override
            protected boolean is(Object scheduler) {
                return true;
            }

            @Override
            protected void queue(Runnable task) {
                task.run();
            }

            @Override
            protected void keep(Runnable task) {
                task.run();
            }

            @Override
            protected void share(Runnable task) {
                task.run();
            }

            @Override
            protected long nanoTime() {
                return 0;
            }
        };
        NextUp contended = new NextUp(both, 1_000_000_000); // so that not even a miss counts against it
        AtomicBoolean ended = new AtomicBoolean();
        Threads.Task<?> watch = Threads.start(() -> {
            while (!ended.get()) {
                contended.look(0);
            }
            return null;
        });
        long held = 0;
        int left = 0;
        for (int i = 0; i < 3_000_000; i++) {
            contended.beginsWaking();
            if (contended.takes(this, out::getAndIncrement)) {
                held++;
            }
            contended.endsWaking();
            contended.departs(true);
            left += contended.isEmpty() ? 0 : 1;
        }
        ended.set(true);
        watch.join();
        assertThat(left).as("departures that left one behind").isZero();
        assertThat(held).isEqualTo(3_000_000 - RECESS);
        assertThat(out.get()).isEqualTo(held);
    }
}
