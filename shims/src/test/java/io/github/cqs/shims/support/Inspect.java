package io.github.cqs.shims.support;

import io.github.cqs.shims.CqsReentrantLock;
import io.github.cqs.shims.CqsSemaphore;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The inspection methods that are final in the JDK classes. For a shim the agent makes them answer from the shim's queue; without the
 * agent, that is here, they are asked of the shim directly.
 */
public final class Inspect {
    private Inspect() {}

    public static boolean isFair(ReentrantLock lock) {
        return lock instanceof CqsReentrantLock shim && shim.cqsIsReady() ? shim.cqsIsFair() : lock.isFair();
    }

    public static boolean hasQueuedThreads(ReentrantLock lock) {
        return lock instanceof CqsReentrantLock shim && shim.cqsIsReady()
                ? shim.cqsHasQueuedThreads()
                : lock.hasQueuedThreads();
    }

    public static boolean hasQueuedThread(ReentrantLock lock, Thread thread) {
        return lock instanceof CqsReentrantLock shim && shim.cqsIsReady()
                ? shim.cqsHasQueuedThread(thread)
                : lock.hasQueuedThread(thread);
    }

    public static int queueLength(ReentrantLock lock) {
        return lock instanceof CqsReentrantLock shim && shim.cqsIsReady()
                ? shim.cqsGetQueueLength()
                : lock.getQueueLength();
    }

    public static boolean hasQueuedThreads(Semaphore semaphore) {
        return semaphore instanceof CqsSemaphore shim ? shim.cqsHasQueuedThreads() : semaphore.hasQueuedThreads();
    }

    public static int queueLength(Semaphore semaphore) {
        return semaphore instanceof CqsSemaphore shim ? shim.cqsGetQueueLength() : semaphore.getQueueLength();
    }
}
