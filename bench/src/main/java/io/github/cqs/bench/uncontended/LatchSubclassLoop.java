package io.github.cqs.bench.uncontended;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.CountDownLatch;

/** Counts down one latch and passes another, which is open; the call site names an application's subclass. */
public final class LatchSubclassLoop extends Loop {
    private final OwnLatch open = new OwnLatch(0);
    private volatile OwnLatch subject = new OwnLatch(Integer.MAX_VALUE);

    public LatchSubclassLoop(@SuppressWarnings("unused") Shape shape) {}

    @Override
    public void begin() {
        subject = new OwnLatch(Integer.MAX_VALUE);
    }

    @Override
    protected int op(Lane lane) throws InterruptedException {
        subject.countDown();
        open.await();
        return 1;
    }

    @Override
    public Object subject() {
        return subject;
    }

    private static final class OwnLatch extends CountDownLatch {
        OwnLatch(int count) {
            super(count);
        }
    }
}
