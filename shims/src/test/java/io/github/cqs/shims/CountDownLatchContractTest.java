package io.github.cqs.shims;

import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.ThreadKind;
import org.junit.jupiter.api.Nested;

/** Runs {@link CountDownLatchContract} in every variant. */
class CountDownLatchContractTest {
    @Nested
    class JdkPlatformTest extends CountDownLatchContract {
        JdkPlatformTest() {
            super(Impl.JDK, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class JdkVirtualTest extends CountDownLatchContract {
        JdkVirtualTest() {
            super(Impl.JDK, ThreadKind.VIRTUAL);
        }
    }

    @Nested
    class ShimPlatformTest extends CountDownLatchContract {
        ShimPlatformTest() {
            super(Impl.SHIM, ThreadKind.PLATFORM);
        }
    }

    @Nested
    class ShimVirtualTest extends CountDownLatchContract {
        ShimVirtualTest() {
            super(Impl.SHIM, ThreadKind.VIRTUAL);
        }
    }
}
