package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.internal.Tuning;
import io.github.cqs.shims.support.Task;
import io.github.cqs.shims.support.ThreadKind;
import io.github.cqs.shims.support.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of platform threads that sleep until a queue has room. */
class SleepingPuttersTest {
    private static final int LARGE = Tuning.QUEUE_CALL;
    private static final int SMALL = 2;

    private final Threads threads = new Threads(ThreadKind.PLATFORM);

    @AfterEach
    void join() {
        threads.close();
    }

    @Test
    void aLargeQueueCallsThem() {
        CqsArrayBlockingQueue<Integer> queue = full(LARGE, false);
        List<Task<Void>> putters = sleepingPutters(queue, 3);
        assertThat(sizeAfterPoll(queue)).isEqualTo(LARGE - 1);
        for (int i = 0; i < putters.size(); i++) {
            queue.poll(); // with the first, room for all of them
        }
        putters.forEach(Task::returned);
        assertThat(queue).hasSize(LARGE - 1);
    }

    @Test
    void aSmallQueueServesThemAtFirst() {
        serves(full(SMALL, false));
    }

    @Test
    void aFairQueueServesThem() {
        serves(full(LARGE, true));
    }

    private void serves(CqsArrayBlockingQueue<Integer> queue) {
        int capacity = queue.size();
        Task<Void> putter = sleepingPutters(queue, 1).get(0);
        assertThat(sizeAfterPoll(queue)).isEqualTo(capacity);
        putter.returned();
    }

    @Test
    void whoIsCalledInVainIsTheNextToBeCalled() {
        CqsArrayBlockingQueue<Integer> queue = full(LARGE, false);
        Task<Void> first = sleepingPutters(queue, 1).get(0);
        Task<Void> second = sleepingPutters(queue, 1).get(0);
        underTheLock(queue, () -> {
            queue.poll();
            queue.add(-1); // while it is on its way
        });
        queue.poll();
        first.returned();
        assertThat(second.isDone()).isFalse();
        queue.poll();
        second.returned();
    }

    private static CqsArrayBlockingQueue<Integer> full(int capacity, boolean fair) {
        CqsArrayBlockingQueue<Integer> queue = new CqsArrayBlockingQueue<>(capacity, fair);
        for (int i = 0; i < capacity; i++) {
            queue.add(i);
        }
        return queue;
    }

    private List<Task<Void>> sleepingPutters(ArrayBlockingQueue<Integer> queue, int number) {
        List<Task<Void>> putters = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            putters.add(threads.run(() -> queue.put(-1)).awaitParked());
        }
        return putters;
    }

    /** Before anybody who was called can have come. */
    private static int sizeAfterPoll(CqsArrayBlockingQueue<Integer> queue) {
        int[] size = new int[1];
        underTheLock(queue, () -> {
            queue.poll();
            size[0] = queue.size();
        });
        return size[0];
    }

    private static void underTheLock(CqsArrayBlockingQueue<Integer> queue, Runnable body) {
        queue.cqsLock();
        try {
            body.run();
        } finally {
            queue.cqsUnlock();
        }
    }
}
