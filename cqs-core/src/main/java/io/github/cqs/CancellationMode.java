package io.github.cqs;

/**
 * What becomes of a waiter that leaves by interrupt or timeout.
 *
 * <p>See N. Koval, D. Khalanskiy, D. Alistarh, "CQS: A Formally-Verified Framework for Fair and Abortable Synchronization", PLDI 2023,
 * section 3.
 */
public enum CancellationMode {
    /** The {@code resume} that meets the cancelled waiter fails, and its caller starts over: a release pays for every cancelled waiter. */
    SIMPLE,

    /**
     * The primitive takes the waiter out of its own count in {@link CancellableQueueSynchronizer#onCancellation onCancellation}, and
     * {@code resume} skips the cell; runs of cancelled waiters are skipped in constant time.
     */
    SMART
}
