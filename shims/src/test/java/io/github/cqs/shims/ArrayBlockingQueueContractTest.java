package io.github.cqs.shims;

import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.ThreadKind;
import org.junit.jupiter.api.Nested;

/** Runs {@link ArrayBlockingQueueContract} in every variant. */
class ArrayBlockingQueueContractTest {
    @Nested
    class JdkUnfairPlatformTest extends ArrayBlockingQueueContract {
        JdkUnfairPlatformTest() {
            super(Impl.JDK, false, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class JdkUnfairVirtualTest extends ArrayBlockingQueueContract {
        JdkUnfairVirtualTest() {
            super(Impl.JDK, false, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class JdkFairPlatformTest extends ArrayBlockingQueueContract {
        JdkFairPlatformTest() {
            super(Impl.JDK, true, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class JdkFairVirtualTest extends ArrayBlockingQueueContract {
        JdkFairVirtualTest() {
            super(Impl.JDK, true, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class ShimUnfairPlatformTest extends ArrayBlockingQueueContract {
        ShimUnfairPlatformTest() {
            super(Impl.SHIM, false, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class ShimUnfairVirtualTest extends ArrayBlockingQueueContract {
        ShimUnfairVirtualTest() {
            super(Impl.SHIM, false, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class ShimFairPlatformTest extends ArrayBlockingQueueContract {
        ShimFairPlatformTest() {
            super(Impl.SHIM, true, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class ShimFairVirtualTest extends ArrayBlockingQueueContract {
        ShimFairVirtualTest() {
            super(Impl.SHIM, true, ThreadKind.VIRTUAL);
        }
    }
}
