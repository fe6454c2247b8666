package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.shims.support.Impl;
import io.github.cqs.shims.support.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A shim is written as the JDK class whose place it takes, so that a JVM that has never heard of us reads it. */
class SerializationTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void freshShimIsWrittenByteForByteAsTheJdkClass(boolean fair) throws Exception {
        assertSameBytes(Impl.SHIM.lock(fair), Impl.JDK.lock(fair));
        for (int permits : new int[] {3, 0, -2}) {
            assertSameBytes(Impl.SHIM.semaphore(permits, fair), Impl.JDK.semaphore(permits, fair));
        }
        for (List<String> elements : List.of(List.<String>of(), List.of("a", "b"), List.of("a", "b", "c"))) {
            assertSameBytes(Impl.SHIM.queue(3, fair, elements), Impl.JDK.queue(3, fair, elements));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void usedShimIsReadAsTheJdkClass(boolean fair) throws Exception {
        ReentrantLock lock = Impl.SHIM.lock(fair);
        lock.lock();
        assertReadAs(ReentrantLock.class, lock);
        lock.unlock();
        Semaphore semaphore = Impl.SHIM.semaphore(3, fair);
        semaphore.acquire(2);
        assertReadAs(Semaphore.class, semaphore);
        ArrayBlockingQueue<String> queue = Impl.SHIM.queue(2, fair);
        queue.add("gone");
        queue.add("a");
        queue.remove();
        queue.add("b");
        assertReadAs(ArrayBlockingQueue.class, queue);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void streamNamesNoClassOfOurs(boolean fair) throws Exception {
        for (Object shim : List.of(Impl.SHIM.lock(fair), Impl.SHIM.semaphore(1, fair), Impl.SHIM.queue(1, fair))) {
            assertThat(Serial.classNames(Serial.write(shim))).noneMatch(name -> name.contains("cqs"));
            assertThat(Serial.classNames(Serial.write(new Object[] {shim, shim})))
                    .noneMatch(name -> name.contains("cqs"));
        }
        ReentrantLock lock = Impl.SHIM.lock(fair);
        if (lock.newCondition() instanceof Serializable condition) {
            assertThat(Serial.classNames(Serial.write(new Object[] {lock, condition})))
                    .noneMatch(name -> name.contains("cqs"));
        }
    }

    private static void assertSameBytes(Object shim, Object jdk) throws Exception {
        assertThat(Arrays.equals(Serial.write(shim), Serial.write(jdk)))
                .as("%s is written as %s", shim.getClass(), jdk.getClass())
                .isTrue();
    }

    private static void assertReadAs(Class<?> expected, Object shim) throws Exception {
        assertThat(Serial.copy(shim).getClass()).isSameAs(expected);
    }
}
