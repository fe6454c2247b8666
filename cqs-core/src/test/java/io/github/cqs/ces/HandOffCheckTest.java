package io.github.cqs.ces;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.testing.Threads;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;

class HandOffCheckTest {
    /** Of the check's looks. */
    private static final int LOOKS = 5;

    private static final long NO_PATIENCE = 0;

    private final FakeScheduler scheduler = new FakeScheduler(1);

    /** A carrier comes to it only after a few looks, and it has made its step before the next one. */
    private static final class Late extends Thread {
        private volatile int looks;

        Late(Runnable body) {
            super(body);
            setDaemon(true);
        }

        @Override
        public void run() {
            while (looks < LOOKS) {
                Thread.onSpinWait();
            }
            super.run();
        }

        @Override
        public State getState() {
            looks++;
            if (looks < LOOKS) {
                return State.RUNNABLE;
            }
            Threads.awaitUntil(() -> super.getState() == State.WAITING);
            return State.WAITING;
        }
    }

    /** It has made its step when {@link #start} returns. */
    private static final class Prompt extends Thread {
        Prompt(Runnable body) {
            super(body);
        }

        @Override
        public void start() {
            super.start();
            Threads.awaitUntil(() -> super.getState() == State.TERMINATED);
        }
    }

    /** It never seems to wait. */
    private static final class Computing extends Thread {
        Computing(Runnable body) {
            super(body);
            setDaemon(true);
        }

        @Override
        public State getState() {
            return State.RUNNABLE;
        }
    }

    @Test
    void aCarrierMayTakeItsTimeToCome() {
        scheduler.virtual = false;
        assertThat(check(body -> scheduler.log.isEmpty() ? late(body) : new Prompt(body)))
                .isEqualTo("the carriers were there before"); // by the second thread, so the first one has parked
    }

    private Thread late(Runnable body) {
        scheduler.log.add("late");
        return new Late(body);
    }

    @Test
    void aThreadThatRunsAndDoesNotParkIsFoundOut() {
        assertThat(check(Computing::new)).isEqualTo("a virtual thread does not park");
    }

    @Test
    void aThreadThatEndsAtOnceIsFoundOut() {
        assertThat(check(body -> new Prompt(() -> {}))).isEqualTo("a virtual thread does not park");
    }

    private String check(ThreadFactory virtual) {
        return HandOffCheck.run(scheduler, virtual, NO_PATIENCE);
    }
}
