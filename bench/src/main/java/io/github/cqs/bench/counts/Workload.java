package io.github.cqs.bench.counts;

/** An operation on a synchronizer, as often as wanted, by workers that are numbered from 0. */
public interface Workload {
    /** Called once, before the first operation. */
    default void open() throws InterruptedException {}

    /** Every worker performs the same number of operations. */
    void operation(int worker) throws Exception;

    /** Called once, after the last one. */
    default void close() throws InterruptedException {}
}
