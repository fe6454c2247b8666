package io.github.cqs.shims;

import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.ThreadKind;
import org.junit.jupiter.api.Nested;

/** Runs {@link SemaphoreContract} in every variant. */
class SemaphoreContractTest {
    @Nested
    class JdkUnfairPlatformTest extends SemaphoreContract {
        JdkUnfairPlatformTest() {
            super(Impl.JDK, false, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class JdkUnfairVirtualTest extends SemaphoreContract {
        JdkUnfairVirtualTest() {
            super(Impl.JDK, false, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class JdkFairPlatformTest extends SemaphoreContract {
        JdkFairPlatformTest() {
            super(Impl.JDK, true, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class JdkFairVirtualTest extends SemaphoreContract {
        JdkFairVirtualTest() {
            super(Impl.JDK, true, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class ShimUnfairPlatformTest extends SemaphoreContract {
        ShimUnfairPlatformTest() {
            super(Impl.SHIM, false, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class ShimUnfairVirtualTest extends SemaphoreContract {
        ShimUnfairVirtualTest() {
            super(Impl.SHIM, false, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class ShimFairPlatformTest extends SemaphoreContract {
        ShimFairPlatformTest() {
            super(Impl.SHIM, true, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class ShimFairVirtualTest extends SemaphoreContract {
        ShimFairVirtualTest() {
            super(Impl.SHIM, true, ThreadKind.VIRTUAL);
        }
    }
}
