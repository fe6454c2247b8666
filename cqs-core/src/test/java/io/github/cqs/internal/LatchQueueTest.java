package io.github.cqs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cqs.testing.Threads;
import io.github.cqs.testing.Threads.Kind;
import io.github.cqs.testing.Threads.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatchQueueTest {
    private static List<Task<Void>> waiters(Kind kind, LatchQueue queue, int n) {
        List<Task<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            tasks.add(Threads.start(kind, () -> {
                queue.awaitOpen();
                return null;
            }));
        }
        tasks.forEach(Task::awaitParked);
        return tasks;
    }

    @ParameterizedTest
    @CsvSource({"PLATFORM,1", "PLATFORM,2", "PLATFORM,16", "VIRTUAL,1", "VIRTUAL,2"})
    void aTreeReachesEveryWaiter(Kind kind, int fanOut) throws Exception {
        LatchQueue queue = new LatchQueue(2, this);
        List<Task<Void>> tasks = waiters(kind, queue, 11);
        queue.open(0, fanOut, false);
        Threads.joinAll(tasks);
        queue.awaitOpen();
        assertThat(queue.threads()).isEmpty();
        queue.check();
    }

    /** More than {@link Tuning#WAKE_DIRECT}. */
    @ParameterizedTest
    @CsvSource({"PLATFORM", "VIRTUAL"})
    void manyWaitersOfAVirtualThreadAreReleased(Kind waiting) throws Exception {
        LatchQueue queue = new LatchQueue(16, this);
        List<Task<Void>> tasks = waiters(waiting, queue, Tuning.WAKE_DIRECT + 20);
        Threads.start(Kind.VIRTUAL, () -> {
                    queue.open();
                    return null;
                })
                .join();
        Threads.joinAll(tasks);
        queue.check();
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void whoLeftBeforeTheOpeningIsSkipped(int fanOut) throws Exception {
        LatchQueue queue = new LatchQueue(2, this);
        List<Task<Void>> tasks = waiters(Kind.PLATFORM, queue, 7);
        for (int i = 0; i < 7; i += 2) {
            Task<Void> task = tasks.get(i);
            task.interrupt();
            assertThatThrownBy(task::join).isExactlyInstanceOf(InterruptedException.class);
        }
        queue.open(0, fanOut, false);
        Threads.joinAll(List.of(tasks.get(1), tasks.get(3), tasks.get(5)));
        queue.check();
    }

    /** They have asked for resumes that nobody could make. */
    @ParameterizedTest
    @CsvSource({"1,false,1", "1,false,3", "2,false,2", "1,true,1", "1,true,3"})
    void whoLeavesBeforeTheOpenerResumesIsNotMissed(int fanOut, boolean all, int leavers) throws Exception {
        LatchQueue queue = new LatchQueue(2, this);
        List<Task<Void>> tasks = waiters(Kind.PLATFORM, queue, 6);
        long frozen = queue.freeze(0, fanOut);
        assertThat(frozen).isEqualTo(6);
        for (Task<Void> task : tasks.subList(0, leavers)) {
            task.interrupt();
            assertThatThrownBy(task::join).isExactlyInstanceOf(InterruptedException.class);
        }
        queue.resumeThose(frozen, all);
        Threads.joinAll(tasks.subList(leavers, 6));
        queue.check();
    }

    @ParameterizedTest
    @CsvSource({"PLATFORM", "VIRTUAL"})
    void waitersOfAPlatformThreadAreReleasedOnceEach(Kind waiting) throws Exception {
        LatchQueue queue = new LatchQueue(2, this);
        List<Task<Void>> tasks = waiters(waiting, queue, 11);
        Task<Void> leaver = tasks.get(4);
        leaver.interrupt();
        assertThatThrownBy(leaver::join).isExactlyInstanceOf(InterruptedException.class);
        queue.open();
        tasks.remove(leaver);
        Threads.joinAll(tasks);
        queue.check();
    }

    @ParameterizedTest
    @CsvSource({
        "PLATFORM,1,1,false",
        "PLATFORM,2,16,false",
        "VIRTUAL,2,2,false",
        "PLATFORM,1,1,true",
        "PLATFORM,1,16,true",
        "VIRTUAL,1,2,true"
    })
    void nobodyIsForgottenWhileOthersLeave(Kind kind, int fanOut, int segmentSize, boolean all) throws Exception {
        SplittableRandom random = new SplittableRandom(fanOut);
        for (int round = 0; round < 300 * Threads.scale(); round++) {
            LatchQueue queue = new LatchQueue(segmentSize, this);
            List<Task<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int patience = random.nextInt(4);
                tasks.add(Threads.start(kind, () -> {
                    try {
                        if (patience == 0) {
                            queue.awaitOpen(System.nanoTime() + 50_000);
                        } else {
                            queue.awaitOpen();
                        }
                    } catch (InterruptedException left) {
                        // some are
                    }
                    return null;
                }));
            }
            Task<Void> opener = Threads.start(kind, () -> {
                queue.open(0, fanOut, all);
                return null;
            });
            tasks.get(random.nextInt(8)).interrupt();
            opener.join();
            Threads.joinAll(tasks);
            queue.check();
        }
    }
}
