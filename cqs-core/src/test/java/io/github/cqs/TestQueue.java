package io.github.cqs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** A queue whose hooks a test sets and observes. */
class TestQueue<T> extends CancellableQueueSynchronizer<T> {
    /** Decides in SMART mode. */
    volatile BooleanSupplier decision = () -> true;

    /** What happens as a thread is about to park. */
    volatile Runnable parks = () -> {};

    /** Values handed back to the primitive. */
    final List<T> refused = new CopyOnWriteArrayList<>();

    /** Threads woken by a resume. */
    final List<Thread> unparked = new CopyOnWriteArrayList<>();

    TestQueue(ResumeMode resumeMode, CancellationMode cancellationMode, int segmentSize) {
        super(resumeMode, cancellationMode, segmentSize);
    }

    @Override
    protected boolean onCancellation() {
        return decision.getAsBoolean();
    }

    @Override
    protected void completeRefusedResume(T value) {
        refused.add(value);
    }

    @Override
    protected Object blocker() {
        parks.run();
        return this;
    }

    @Override
    protected void unpark(Thread waiter) {
        unparked.add(waiter);
        super.unpark(waiter);
    }

    /** How many segments the queue keeps from the garbage collector. */
    int reachableSegments() {
        return SegmentProbe.reachable(this);
    }

    long suspendIndex() {
        return index("suspendIndex");
    }

    long resumeIndex() {
        return index("resumeIndex");
    }

    private long index(String name) {
        List<String> words = new ArrayList<>(List.of(toStringDebug().split(" ")));
        return words.stream()
                .filter(word -> word.startsWith(name + '='))
                .mapToLong(word -> Long.parseLong(word.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }
}
