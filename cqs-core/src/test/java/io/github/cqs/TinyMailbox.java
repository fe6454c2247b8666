package io.github.cqs;

import org.jspecify.annotations.Nullable;

/** Another primitive of about ten lines: an unbounded mailbox. The queue itself keeps the values; who leaves is skipped. */
final class TinyMailbox<T> extends CancellableQueueSynchronizer<T> {
    TinyMailbox(int segmentSize) {
        super(ResumeMode.ASYNC, CancellationMode.SMART, segmentSize);
    }

    void put(T value) {
        resume(value);
    }

    @Nullable
    T poll(long nanos) throws InterruptedException {
        return suspendNanos(nanos, null);
    }
}
