package io.github.cqs.shims;

import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.ThreadKind;
import org.junit.jupiter.api.Nested;

/** Runs {@link CyclicBarrierContract} in every variant. */
class CyclicBarrierContractTest {
    @Nested
    class JdkPlatformTest extends CyclicBarrierContract {
        JdkPlatformTest() {
            super(Impl.JDK, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class JdkVirtualTest extends CyclicBarrierContract {
        JdkVirtualTest() {
            super(Impl.JDK, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class ShimPlatformTest extends CyclicBarrierContract {
        ShimPlatformTest() {
            super(Impl.SHIM, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class ShimVirtualTest extends CyclicBarrierContract {
        ShimVirtualTest() {
            super(Impl.SHIM, ThreadKind.VIRTUAL);
        }
    }
}
