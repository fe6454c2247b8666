package io.github.cqs;

/**
 * What a {@link CancellableQueueSynchronizer#resume resume} does when it reaches its cell before the matching suspend.
 *
 * <p>See N. Koval, D. Khalanskiy, D. Alistarh, "CQS: A Formally-Verified Framework for Fair and Abortable Synchronization", PLDI 2023,
 * section 2 ("Non-Blocking Operations").
 */
public enum ResumeMode {
    /**
     * The value is left in the cell and the suspend that comes takes it without waiting. {@code resume} never waits for another thread.
     * Until then nobody else can see the value: a {@code tryX} beside it fails although nobody holds anything.
     */
    ASYNC,

    /**
     * {@code resume} waits a bounded time for its suspend; if that does not come, the cell is broken, {@code resume} answers
     * {@code false}, the suspend that comes later answers {@code null}, and both start over. Needed wherever the primitive has a
     * {@code tryX}.
     */
    SYNC
}
