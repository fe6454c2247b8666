package io.github.cqs.shims;

import io.github.cqs.shims.support.Impl;
import org.junit.jupiter.api.Nested;

/** Runs {@link ForkJoinPoolContract} in every variant. */
class ForkJoinPoolContractTest {
    @Nested
    class JdkTest extends ForkJoinPoolContract {
        JdkTest() {
            super(Impl.JDK);
        }
    }

    @Nested
    class ShimTest extends ForkJoinPoolContract {
        ShimTest() {
            super(Impl.SHIM);
        }
    }
}
