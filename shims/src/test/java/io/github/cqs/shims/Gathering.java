package io.github.cqs.shims;

/** An unfair queue at which all threads, virtual ones too, spin as long as is set, takers ahead of the list, give their processor away, and gather. */
final class Gathering<E> extends CqsArrayBlockingQueue<E> {
    private static final long serialVersionUID = 1L;

    Gathering(int capacity) {
        super(capacity);
    }

    @Override
    boolean spins(Thread thread) {
        return true;
    }

    @Override
    boolean leads(QueueWaiters takers) {
        return true;
    }

    @Override
    boolean gathers() {
        return true;
    }

    @Override
    boolean yields(QueueWaiters waiters) {
        return true;
    }
}
