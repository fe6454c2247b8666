package io.github.cqs.bench.matrix;

/** One arm's object under test and the loop around it. Made once in a JVM, used in many slices. */
public interface Bench {
    /** The object whose class says what is measured. */
    Object subject();

    /** Called once, before the first slice. */
    default void open() throws InterruptedException {}

    /** Called before each slice; no worker runs. */
    default void begin() {}

    /** What each worker does in a slice, until {@link Lane#stopped}. */
    void run(Lane lane) throws InterruptedException;

    /** Called over and over after the end of a slice, until every worker has come back: frees workers that wait for each other. */
    default void unblock() {}

    /** Called once, after the last slice. */
    default void close() throws InterruptedException {}
}
