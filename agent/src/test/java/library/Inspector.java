package library;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** A library's helper, which the agent does not rewrite. */
public final class Inspector {
    private Inspector() {}

    public static String inspect(ReentrantLock lock, Thread waiter) {
        return lock.isFair() + " " + lock.hasQueuedThreads() + " " + lock.hasQueuedThread(waiter) + " "
                + lock.getQueueLength();
    }

    public static String inspect(Semaphore semaphore) {
        return semaphore.isFair() + " " + semaphore.hasQueuedThreads() + " " + semaphore.getQueueLength();
    }
}
