package samples.harness;

import java.util.concurrent.atomic.AtomicLongArray;

/** Operation counters, one slot per writing thread so that counting does not contend, and the stop flag. */
public final class Meter {
    /** Longs between two slots: 128 bytes, so that no two slots share a cache line or its prefetched neighbour. */
    private static final int STRIDE = 16;

    private final AtomicLongArray counts;
    private volatile boolean running = true;

    public Meter(int slots) {
        counts = new AtomicLongArray((slots + 1) * STRIDE);
    }

    /** Whether workers are to go on. */
    public boolean running() {
        return running;
    }

    /** Asks the workers to return. */
    public void stop() {
        running = false;
    }

    /** Counts one operation. A slot has one writer at a time. */
    public void count(int slot) {
        int index = (slot + 1) * STRIDE;
        counts.setRelease(index, counts.getPlain(index) + 1);
    }

    /** Operations counted so far in all slots. */
    public long total() {
        long total = 0;
        for (int index = STRIDE; index < counts.length(); index += STRIDE) {
            total += counts.getAcquire(index);
        }
        return total;
    }
}
