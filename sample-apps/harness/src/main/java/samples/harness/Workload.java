package samples.harness;

import java.io.IOException;

/** A program under load: its threads, the operations they count, and a check of the result. */
public interface Workload extends AutoCloseable {
    /** How many threads call {@link #work}. */
    int threads();

    /**
     * Works until {@link Meter#running()} is false, then returns.
     *
     * @param worker the thread's number, from 0 to {@code threads() - 1}
     * @param meter where operations are counted
     */
    void work(int worker, Meter meter) throws Exception;

    /** Called once, after every worker has returned. */
    void verify() throws SelfCheckException;

    /** Releases what the constructor opened; called whether or not the check passed. */
    @Override
    default void close() throws IOException {}

    /** Makes a workload of the given size, whose meaning is the workload's own. */
    @FunctionalInterface
    interface Factory {
        Workload create(int size) throws IOException;
    }
}
