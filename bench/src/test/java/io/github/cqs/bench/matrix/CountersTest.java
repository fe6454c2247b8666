package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

final class CountersTest {
    private static final Path TASKS = Path.of("/proc/self/task");

    @Test
    void tasksAreFoundByTheirThreadsName() throws InterruptedException {
        Assumptions.assumeTrue(Files.isDirectory(TASKS));
        CountDownLatch started = new CountDownLatch(2);
        CountDownLatch seen = new CountDownLatch(1);
        Runnable body = () -> {
            started.countDown();
            try {
                seen.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        };
        List<Thread> threads =
                List.of(Workers.platform("stands-there", body), Workers.platform("stands-there-too", body));
        threads.forEach(Thread::start);
        started.await();
        Set<Path> found = Counters.tasks("stands-there");
        seen.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(found).hasSize(1);
        assertThat(found.iterator().next()).hasParentRaw(TASKS);
    }

    @Test
    void parkedTasksAreNotCounted() throws IOException {
        Assumptions.assumeTrue(Files.isDirectory(TASKS));
        long everybody = Counters.now(List.of(), true).switches();
        Set<Path> all;
        try (Stream<Path> tasks = Files.list(TASKS)) {
            all = tasks.collect(Collectors.toSet());
        }
        assertThat(Counters.now(List.of(), true, all).switches()).isLessThan(everybody);
    }
}
