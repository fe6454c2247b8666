package io.github.cqs.bench.ces;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import io.github.cqs.bench.matrix.Sieve;
import java.util.concurrent.locks.ReentrantLock;

/** The paper's benchmark; work inside lengthens the section. */
public final class SieveLoop extends Loop {
    private final ReentrantLock lock;
    private final Sieve sieve = new Sieve();
    private final int inside;
    private volatile int sink;

    public SieveLoop(Shape shape) {
        lock = new ReentrantLock(shape.fair());
        inside = shape.inside();
    }

    @Override
    protected int op(Lane lane) {
        int prime = Sieve.draw();
        lock.lock();
        try {
            sieve.note(prime);
            lane.work(inside);
        } finally {
            lock.unlock();
        }
        if (Sieve.count(prime) == 0) {
            sink = prime; // never: keeps the sieve from being optimised away
        }
        return 1;
    }

    @Override
    public Object subject() {
        return lock;
    }

    int kept() {
        return sink;
    }
}
