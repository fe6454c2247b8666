package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.cqs.shims.support.Impl;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An exact shim prints as the JDK class would; its subclasses print their own names, as the contracts say. */
class ShimToStringTest {
    static Stream<Arguments> shims() {
        return Stream.of(
                arguments(Impl.SHIM.lock(), "java.util.concurrent.locks.ReentrantLock", "[Unlocked]"),
                arguments(Impl.SHIM.lock(true), "java.util.concurrent.locks.ReentrantLock", "[Unlocked]"),
                arguments(Impl.SHIM.semaphore(3), "java.util.concurrent.Semaphore", "[Permits = 3]"),
                arguments(Impl.SHIM.latch(2), "java.util.concurrent.CountDownLatch", "[Count = 2]"),
                arguments(Impl.SHIM.barrier(2), "java.util.concurrent.CyclicBarrier", ""));
    }

    @ParameterizedTest(name = "{1} {2}")
    @MethodSource("shims")
    void printsAsTheJdkClass(Object shim, String name, String state) {
        assertThat(shim.toString()).isEqualTo(name + "@" + Integer.toHexString(shim.hashCode()) + state);
    }

    @ParameterizedTest(name = "{1} {2}")
    @MethodSource("shims")
    void printsAlikeInsideOtherStrings(Object shim, String name, String state) {
        assertThat(List.of(shim).toString()).startsWith("[" + name + "@");
        assertThat(String.valueOf(shim)).startsWith(name + "@");
    }
}
