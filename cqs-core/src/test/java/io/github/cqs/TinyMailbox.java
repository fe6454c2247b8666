package io.github.cqs;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Another primitive of about ten lines: an unbounded mailbox, where the queue itself keeps the values. */
final class TinyMailbox<T> extends CancellableQueueSynchronizer<T> {
    private final AtomicLong balance = new AtomicLong(); // n: n values lie here, -n: n threads wait

    TinyMailbox(int segmentSize) {
        super(ResumeMode.ASYNC, CancellationMode.SMART, segmentSize);
    }

    void put(T value) {
        balance.getAndIncrement();
        resume(value);
    }

    @Nullable
    T poll(long nanos) throws InterruptedException {
        balance.getAndDecrement();
        return suspendNanos(nanos, null);
    }

    @Override
    protected boolean onCancellation() {
        return balance.getAndIncrement() < 0;
    }

    @Override
    protected void completeRefusedResume(T value) {
        resume(value);
    }

    long balance() {
        return balance.get();
    }
}
