package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A barrier's next generation is not in place as long as this one may be completed by somebody, whose action would run beside the next one's. */
class GenerationOrderTest {
    private static final int SEEN = 20_000 * Integer.getInteger("cqs.test.scale", 1);

    @Test
    void aGenerationHasEndedOrAllHaveArrivedBeforeTheNextOneIsThere() throws Exception {
        CqsCyclicBarrier barrier = new CqsCyclicBarrier(2);
        AtomicBoolean done = new AtomicBoolean();
        Threads threads = new Threads(ThreadKind.PLATFORM);
        Task<Void> resets = threads.run(() -> {
            while (!done.get()) {
                barrier.reset();
            }
        });
        try {
            Object last = GENERATION.getVolatile(barrier);
            for (int seen = 0; seen < SEEN; ) {
                Object now = GENERATION.getVolatile(barrier);
                if (now != last) {
                    assertThat((long) STATE.getVolatile(last))
                            .as("word of the last generation")
                            .isNotZero();
                    last = now;
                    seen++;
                }
            }
        } finally {
            done.set(true);
            resets.returned();
        }
    }

    private static final VarHandle GENERATION;
    private static final VarHandle STATE;

    static {
        try {
            Class<?> type = Class.forName(CqsCyclicBarrier.class.getName() + "$Generation");
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(CqsCyclicBarrier.class, MethodHandles.lookup());
            GENERATION = lookup.findVarHandle(CqsCyclicBarrier.class, "generation", type);
            STATE = lookup.findVarHandle(type, "state", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
