package io.github.cqs.bench.ces;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Each turn a section of one of several resources, drawn at random (the paper's section 5.4); says where sections ran and how long a resource lay
 * idle while somebody waited for it (section 6.5).
 */
public final class ResourceLoop extends Loop implements Supplier<Object[]> {
    private static final int TRACED = 4;

    private final List<ReentrantLock> locks = new ArrayList<>();
    private final List<HandOvers> handOvers = new ArrayList<>();
    private final int inside;
    private final int outside;

    public ResourceLoop(Shape shape) {
        for (int i = 0; i < shape.size(); i++) {
            locks.add(new ReentrantLock(shape.fair()));
            handOvers.add(new HandOvers());
        }
        inside = shape.inside();
        outside = shape.outside();
    }

    @Override
    public void begin() {
        handOvers.forEach(HandOvers::clear);
    }

    @Override
    protected int op(Lane lane) {
        lane.work(outside);
        int i = locks.size() == 1 ? 0 : ThreadLocalRandom.current().nextInt(locks.size());
        ReentrantLock lock = locks.get(i);
        HandOvers resource = handOvers.get(i);
        lock.lock();
        try {
            resource.enter();
            lane.work(inside);
            resource.leave(lock.hasQueuedThreads());
        } finally {
            lock.unlock();
        }
        return 1;
    }

    @Override
    public Object subject() {
        return locks.get(0);
    }

    /** Of the slice that has ended. */
    @Override
    public Object[] get() {
        return Followed.of(handOvers, TRACED).encoded();
    }
}
