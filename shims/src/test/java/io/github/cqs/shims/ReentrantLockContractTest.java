package io.github.cqs.shims;

import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.ThreadKind;
import org.junit.jupiter.api.Nested;

/** Runs {@link ReentrantLockContract} in every variant. */
class ReentrantLockContractTest {
    @Nested
    class JdkUnfairPlatformTest extends ReentrantLockContract {
        JdkUnfairPlatformTest() {
            super(Impl.JDK, false, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class JdkUnfairVirtualTest extends ReentrantLockContract {
        JdkUnfairVirtualTest() {
            super(Impl.JDK, false, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class JdkFairPlatformTest extends ReentrantLockContract {
        JdkFairPlatformTest() {
            super(Impl.JDK, true, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class JdkFairVirtualTest extends ReentrantLockContract {
        JdkFairVirtualTest() {
            super(Impl.JDK, true, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class ShimUnfairPlatformTest extends ReentrantLockContract {
        ShimUnfairPlatformTest() {
            super(Impl.SHIM, false, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class ShimUnfairVirtualTest extends ReentrantLockContract {
        ShimUnfairVirtualTest() {
            super(Impl.SHIM, false, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class ShimFairPlatformTest extends ReentrantLockContract {
        ShimFairPlatformTest() {
            super(Impl.SHIM, true, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class ShimFairVirtualTest extends ReentrantLockContract {
        ShimFairVirtualTest() {
            super(Impl.SHIM, true, ThreadKind.VIRTUAL);
        }
    }
}
