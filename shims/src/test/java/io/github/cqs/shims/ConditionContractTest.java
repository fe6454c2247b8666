package io.github.cqs.shims;

import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.ThreadKind;
import org.junit.jupiter.api.Nested;

/** Runs {@link ConditionContract} in every variant. */
class ConditionContractTest {
    @Nested
    class JdkUnfairPlatformTest extends ConditionContract {
        JdkUnfairPlatformTest() {
            super(Impl.JDK, false, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class JdkUnfairVirtualTest extends ConditionContract {
        JdkUnfairVirtualTest() {
            super(Impl.JDK, false, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class JdkFairPlatformTest extends ConditionContract {
        JdkFairPlatformTest() {
            super(Impl.JDK, true, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class JdkFairVirtualTest extends ConditionContract {
        JdkFairVirtualTest() {
            super(Impl.JDK, true, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class ShimUnfairPlatformTest extends ConditionContract {
        ShimUnfairPlatformTest() {
            super(Impl.SHIM, false, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class ShimUnfairVirtualTest extends ConditionContract {
        ShimUnfairVirtualTest() {
            super(Impl.SHIM, false, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class ShimFairPlatformTest extends ConditionContract {
        ShimFairPlatformTest() {
            super(Impl.SHIM, true, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class ShimFairVirtualTest extends ConditionContract {
        ShimFairVirtualTest() {
            super(Impl.SHIM, true, ThreadKind.VIRTUAL);
        }
    }
}
