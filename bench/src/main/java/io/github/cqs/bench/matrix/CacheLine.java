package io.github.cqs.bench.matrix;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * How far apart the processors are: the time that a cache line takes from one to another and back. On a virtual machine it changes while a
 * benchmark runs, and no contended operation is independent of it.
 */
final class CacheLine {
    private static final int TRIPS = 100;
    private static final int LOOKS = 9;
    private static final int WARM_UPS = 20;

    /** Between two looks at the clock. */
    private static final int POLLS = 1000;

    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /* The ball has a line of its own: the array's ends are room. */
    private static final int ROOM = 32;

    private final AtomicIntegerArray ball = new AtomicIntegerArray(2 * ROOM);
    private final Thread partner = Workers.platform("partner", this::play);
    private volatile boolean playing;

    CacheLine() {
        partner.start();
    }

    private void play() {
        while (true) {
            if (!playing) {
                LockSupport.park(this);
            } else if (ball.get(ROOM) == 1) {
                ball.set(ROOM, 0);
            }
        }
    }

    /** Has the machine code made before the first figure that counts. */
    void warmUp() {
        for (int i = 0; i < WARM_UPS; i++) {
            roundTripNanos();
        }
    }

    /** The median round trip in nanoseconds, or 0 if both threads were not seen to run at a time. To be called while nothing else runs. */
    long roundTripNanos() {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            return 0;
        }
        long[] looks = new long[LOOKS];
        playing = true;
        LockSupport.unpark(partner);
        try {
            long end = System.nanoTime() + PATIENCE_NANOS;
            for (int look = 0; look < LOOKS; look++) {
                long start = System.nanoTime();
                for (int trip = 0; trip < TRIPS; trip++) {
                    if (!throwAndCatch(end)) {
                        return 0;
                    }
                }
                looks[look] = (System.nanoTime() - start) / TRIPS;
            }
        } finally {
            playing = false;
        }
        Arrays.sort(looks);
        return looks[LOOKS / 2];
    }

    private boolean throwAndCatch(long end) {
        ball.set(ROOM, 1);
        for (int polls = 1; ball.get(ROOM) != 0; polls++) {
            if (polls % POLLS == 0 && System.nanoTime() - end > 0) {
                return false;
            }
        }
        return true;
    }
}
