package io.github.cqs.shims.support;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** One variant of a suite: whose classes, and on which threads. */
public abstract class Contract {
    protected final Impl impl;
    protected final Threads threads;

    protected Contract(Impl impl, ThreadKind kind) {
        this.impl = impl;
        this.threads = new Threads(kind);
    }

    @BeforeEach
    final void skipWithoutSuchThreads() {
        assumeTrue(threads.kind().isAvailable(), "this JVM has no virtual threads");
    }

    @AfterEach
    final void joinThreads() {
        // A test that interrupted its own thread must not leave that to the next one.
        Thread.interrupted();
        threads.close();
    }

    /** How often a race is repeated; {@code -Dcqs.test.scale} multiplies it. */
    protected static int rounds(int normally) {
        return normally * Integer.getInteger("cqs.test.scale", 1);
    }

    /** A timeout that no test reaches. */
    protected static final long FOREVER_SECONDS = 3600;
}
