package samples.commonspool;

import java.util.concurrent.atomic.AtomicReference;

/** A pooled object that notices a second holder. */
final class Resource {
    private final AtomicReference<Thread> holder = new AtomicReference<>();
    private long uses;

    /** Uses the object; not atomic on purpose, the pool promises a single holder. */
    void use() {
        Thread me = Thread.currentThread();
        if (!holder.compareAndSet(null, me)) {
            throw new IllegalStateException("held by two: " + me.getName());
        }
        uses++;
        if (!holder.compareAndSet(me, null)) {
            throw new IllegalStateException("taken away from " + me.getName());
        }
    }

    long uses() {
        return uses;
    }
}
