package samples.commonspool;

import java.util.concurrent.atomic.AtomicReference;

/** A pooled object that takes a moment to use and notices a second holder. */
final class Resource {
    private static final int WORK = 300;

    private final AtomicReference<Thread> holder = new AtomicReference<>();
    private long uses;
    private long noise = 1;

    /** Uses the object; not atomic on purpose, the pool promises a single holder. */
    void use() {
        Thread me = Thread.currentThread();
        if (!holder.compareAndSet(null, me)) {
            throw new IllegalStateException("held by two: " + me.getName());
        }
        uses++;
        noise = work(noise);
        if (!holder.compareAndSet(me, null)) {
            throw new IllegalStateException("taken away from " + me.getName());
        }
    }

    /** Half a microsecond of computing, or so, on a value; the result is to be kept, so that the work is not removed. */
    static long work(long value) {
        long x = value;
        for (int i = 0; i < WORK; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }

    long uses() {
        return uses;
    }
}
