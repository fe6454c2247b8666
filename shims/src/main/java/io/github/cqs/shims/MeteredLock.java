package io.github.cqs.shims;

/** What a metered condition asks its lock, past whatever a subclass of the application overrides. */
public interface MeteredLock {
    /** Whether the current thread holds the lock. */
    boolean cqsIsHeld();
}
