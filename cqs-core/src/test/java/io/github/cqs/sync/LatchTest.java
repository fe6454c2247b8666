package io.github.cqs.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cqs.testing.Threads;
import io.github.cqs.testing.Threads.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@ValueSource(ints = {1, 2, 16})
class LatchTest {
    @Parameter
    int segmentSize;

    private List<Task<Boolean>> waiters(Latch latch, int n) {
        List<Task<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            boolean timed = i % 2 == 0;
            waiters.add(Threads.start(() -> {
                        if (timed) {
                            return latch.await(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
                        }
                        latch.await();
                        return true;
                    })
                    .awaitParked());
        }
        return waiters;
    }

    @Test
    void negativeCountIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Latch(-1)).withMessageContaining("-1");
    }

    @Test
    void openFromTheStart() throws Exception {
        Latch latch = new Latch(0, segmentSize);
        latch.await();
        assertThat(latch.await(-1, TimeUnit.SECONDS)).isTrue();
        latch.countDown();
        assertThat(latch.count()).isZero();
        latch.checkInvariantsAtQuiescence();
    }

    @Test
    void lastCountDownReleasesAll() throws Exception {
        Latch latch = new Latch(3, segmentSize);
        List<Task<Boolean>> waiters = waiters(latch, 5);
        latch.countDown();
        latch.countDown();
        assertThat(latch.count()).isEqualTo(1);
        for (Task<Boolean> waiter : waiters) {
            assertThat(waiter.awaitParked().isDone()).isFalse();
        }
        latch.countDown();
        for (Task<Boolean> waiter : waiters) {
            assertThat(waiter.join()).isTrue();
        }
        latch.countDown();
        assertThat(latch.count()).isZero();
        latch.await();
        assertThat(latch.await(0, TimeUnit.SECONDS)).isTrue();
        latch.checkInvariantsAtQuiescence();
    }

    @Test
    void waitersMayLeave() throws Exception {
        Latch latch = new Latch(1, segmentSize);
        for (long nanos : new long[] {0, -1, 1, Long.MIN_VALUE}) {
            assertThat(latch.await(nanos, TimeUnit.NANOSECONDS)).isFalse();
        }
        List<Task<Boolean>> waiters = waiters(latch, 5);
        for (int gone : new int[] {3, 0}) {
            Task<Boolean> leaver = waiters.remove(gone);
            leaver.interrupt();
            assertThatThrownBy(leaver::join).isInstanceOf(InterruptedException.class);
        }
        latch.countDown();
        for (Task<Boolean> waiter : waiters) {
            assertThat(waiter.join()).isTrue();
        }
        latch.checkInvariantsAtQuiescence();
    }

    @Test
    void timeoutElapsesAndNotBefore() throws Exception {
        Latch latch = new Latch(1, segmentSize);
        long start = System.nanoTime();
        assertThat(latch.await(10, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(10));
        assertThat(latch.count()).isEqualTo(1);
    }
}
