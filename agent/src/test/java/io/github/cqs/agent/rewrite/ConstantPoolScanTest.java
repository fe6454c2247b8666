package io.github.cqs.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ConstantPoolScanTest {
    private static final int ALL = (1 << Primitive.count()) - 1;

    static class Creates {
        Object made() {
            return new Semaphore(1);
        }
    }

    static class Extends extends CountDownLatch {
        Extends() {
            super(1);
        }
    }

    static class Refers {
        Supplier<ReentrantLock> made() {
            return ReentrantLock::new;
        }
    }

    static class OnlyUses {
        void use(ReentrantLock lock, Object other) {
            lock.lock();
            ((Semaphore) other).release();
        }
    }

    static class Neither {
        private final long first = 1L;
        private final double second = 2.5;

        String text() {
            return first + "java/util/concurrent/Semaphores" + second;
        }
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream(
                type.getName().substring(type.getPackageName().length() + 1) + ".class")) {
            return in.readAllBytes();
        }
    }

    @Test
    void findsWhatIsCreatedExtendedOrReferredTo() throws IOException {
        assertThat(ConstantPoolScan.scan(bytes(Creates.class), ALL)).isEqualTo(Primitive.SEMAPHORE.bit());
        assertThat(ConstantPoolScan.scan(bytes(Extends.class), ALL)).isEqualTo(Primitive.COUNT_DOWN_LATCH.bit());
        assertThat(ConstantPoolScan.scan(bytes(Refers.class), ALL)).isEqualTo(Primitive.REENTRANT_LOCK.bit());
    }

    @Test
    void passesOverWhatOnlyUsesThem() throws IOException {
        assertThat(ConstantPoolScan.scan(bytes(OnlyUses.class), ALL)).isEqualTo(ConstantPoolScan.NO_HIT);
        assertThat(ConstantPoolScan.scan(bytes(Neither.class), ALL)).isEqualTo(ConstantPoolScan.NO_HIT);
        assertThat(ConstantPoolScan.scan(bytes(ConstantPoolScanTest.class), ALL))
                .isEqualTo(ConstantPoolScan.NO_HIT);
    }

    @Test
    void respectsTheMask() throws IOException {
        assertThat(ConstantPoolScan.scan(bytes(Creates.class), Primitive.REENTRANT_LOCK.bit()))
                .isEqualTo(ConstantPoolScan.NO_HIT);
    }

    @Test
    void survivesEveryTruncationAndEveryDamagedByte() throws IOException {
        byte[] whole = bytes(Creates.class);
        for (int length = 0; length < whole.length; length++) {
            assertThat(ConstantPoolScan.scan(Arrays.copyOf(whole, length), ALL))
                    .isIn(ConstantPoolScan.UNREADABLE, ConstantPoolScan.NO_HIT, Primitive.SEMAPHORE.bit());
        }
        for (int i = 0; i < whole.length; i++) {
            for (int value : new int[] {0, 1, 5, 7, 18, 0x7F, 0xFF}) {
                byte[] damaged = whole.clone();
                damaged[i] = (byte) value;
                assertThat(ConstantPoolScan.scan(damaged, ALL)).isBetween(ConstantPoolScan.UNREADABLE, ALL);
            }
        }
    }
}
