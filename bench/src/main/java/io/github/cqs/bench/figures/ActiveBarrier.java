package io.github.cqs.bench.figures;

import java.util.concurrent.atomic.AtomicLong;

/** The paper's baseline for barriers: a counter that everybody watches. It never wraps, so a phase needs no reset. */
final class ActiveBarrier {
    private final int parties;
    private final AtomicLong arrivals = new AtomicLong();

    ActiveBarrier(int parties) {
        this.parties = parties;
    }

    void arrive() {
        long complete = (arrivals.getAndIncrement() / parties + 1) * parties;
        for (int turn = 0; arrivals.get() < complete; turn++) {
            Turns.pause(turn);
        }
    }
}
