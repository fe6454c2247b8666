package io.github.cqs.bench.uncontended;

import io.github.cqs.bench.loop.Loop;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import java.util.concurrent.CountDownLatch;

/** Counts down one latch and passes another, which is open; the call site names the class. */
public final class LatchLoop extends Loop {
    private final CountDownLatch open = new CountDownLatch(0);
    private volatile CountDownLatch subject = new CountDownLatch(Integer.MAX_VALUE);

    public LatchLoop(@SuppressWarnings("unused") Shape shape) {}

    @Override
    public void begin() {
        subject = new CountDownLatch(Integer.MAX_VALUE);
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
}
