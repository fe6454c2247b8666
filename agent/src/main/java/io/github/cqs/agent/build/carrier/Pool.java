package io.github.cqs.agent.build.carrier;

import java.util.concurrent.ForkJoinTask;

/** Stands for {@code java.util.concurrent.ForkJoinPool} of JDK 20 and later. */
class Pool {
    <T> ForkJoinTask<T> lazySubmit(ForkJoinTask<T> task) {
        throw new UnsupportedOperationException("a stand-in for " + task);
    }

    <T> ForkJoinTask<T> externalSubmit(ForkJoinTask<T> task) {
        throw new UnsupportedOperationException("a stand-in for " + task);
    }
}
