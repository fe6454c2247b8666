package io.github.cqs.ces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The line of threads that have yielded. */
class CarrierPoolTest {
    private final FakeScheduler scheduler = new FakeScheduler(3);

    @AfterEach
    void nothingIsLeft() {
        assertThat(scheduler.tickets).isZero();
        scheduler.slot.retire();
    }

    private void lineUp(String name) {
        scheduler.pool.lineUp(() -> scheduler.log.add(name));
    }

    private void runQueue() {
        while (!scheduler.queue.isEmpty()) {
            scheduler.queue.remove().run();
        }
    }

    @Test
    void oneTicketStandsForAll() {
        lineUp("a");
        assertThat(scheduler.tickets).isEqualTo(1);
        lineUp("b");
        lineUp("c");
        assertThat(scheduler.tickets).isEqualTo(1);
        for (int left = 2; left >= 0; left--) {
            scheduler.runTicket();
            assertThat(scheduler.queue).hasSize(1);
            runQueue();
            assertThat(scheduler.tickets).isEqualTo(left == 0 ? 0 : 1);
        }
        lineUp("d");
        assertThat(scheduler.tickets).isEqualTo(1);
        scheduler.runTicket();
        runQueue();
        assertThat(scheduler.log).containsExactly("a", "b", "c", "d");
    }

    @Test
    void oneTaskThatIsSharedComesFirst() {
        for (int i = 0; i < 3; i++) {
            scheduler.sharedQueue.add(() -> scheduler.log.add("shared"));
        }
        scheduler.backlog = 0;
        lineUp("a");
        lineUp("b");
        scheduler.runTicket();
        scheduler.runTicket();
        runQueue();
        assertThat(scheduler.log).containsExactly("shared", "a", "shared", "b");
    }

    private void expectLetIn(int backlogNow, int expected) {
        scheduler.backlog = backlogNow;
        scheduler.queue.clear();
        scheduler.runTicket();
        assertThat(scheduler.queue).hasSize(expected);
    }

    @Test
    void aTicketThatHadToWaitForEightOthersLetsInOneMore() {
        scheduler.backlog = 20;
        for (int i = 0; i < 100; i++) {
            lineUp("n" + i);
        }
        expectLetIn(20, 1); // they are there still, in another queue
        expectLetIn(13, 1);
        scheduler.backlog = 21;
        scheduler.pool.pollShared(); // meets the ticket, which goes behind 21
        expectLetIn(5, 1 + 2);
        expectLetIn(5, 1);
        expectLetIn(20, 1);
        scheduler.backlog = 16;
        scheduler.pool.pollShared(); // for four others it had waited
        scheduler.backlog = 4;
        scheduler.pool.pollShared(); // and now for 12
        expectLetIn(4, 1 + 2);
        expectLetIn(Integer.MAX_VALUE, 1);
        expectLetIn(0, 1 + 15);
        while (scheduler.tickets > 0) {
            scheduler.runTicket();
        }
    }

    @Test
    void withoutMemoryForWhatIsSharedTheTicketIsNotLost() {
        lineUp("a");
        scheduler.pollFails = true;
        assertThatThrownBy(scheduler::runTicket).isInstanceOf(OutOfMemoryError.class);
        assertThat(scheduler.tickets).isEqualTo(1);
        scheduler.pollFails = false;
        scheduler.runTicket();
        runQueue();
        assertThat(scheduler.log).containsExactly("a");
    }

    @Test
    void whoIsLetInWithoutTheTicketLeavesItBehind() {
        lineUp("a");
        assertThat(scheduler.pool.admit()).isNull();
        assertThat(scheduler.pool.admit()).isNull();
        runQueue();
        lineUp("b");
        assertThat(scheduler.tickets).isEqualTo(1);
        scheduler.pool.admit();
        scheduler.runTicket();
        assertThat(scheduler.tickets).isZero();
        lineUp("c");
        assertThat(scheduler.tickets).isEqualTo(1);
        scheduler.runTicket();
        runQueue();
        assertThat(scheduler.log).containsExactly("a", "b", "c");
    }

    @Test
    void withoutMemoryForATicketItIsTriedAgain() {
        scheduler.refusals = 3;
        lineUp("a");
        assertThat(scheduler.offers).isEqualTo(3);
        lineUp("b");
        scheduler.refusals = 2;
        scheduler.runTicket();
        assertThat(scheduler.offers).isEqualTo(3 + 2);
        scheduler.runTicket();
        runQueue();
        assertThat(scheduler.log).containsExactly("a", "b");
    }

    @Test
    void whoCannotBeQueuedRunsWhenTheNextTicketIsShared() {
        scheduler.sharedQueue.add(() -> scheduler.log.add("shared, tickets " + scheduler.tickets));
        lineUp("a");
        scheduler.pool.lineUp(() -> scheduler.log.add("b, tickets " + scheduler.tickets));
        lineUp("c");
        lineUp("d");
        scheduler.full = true;
        scheduler.runTicket();
        assertThat(scheduler.log).containsExactly("shared, tickets 1");
        scheduler.runTicket();
        scheduler.runTicket();
        Runnable refused = scheduler.pool.admit();
        assertThat(refused).isNotNull();
        refused.run();
        assertThat(scheduler.log).containsExactly("shared, tickets 1", "a", "b, tickets 1", "c");
        scheduler.full = false;
        scheduler.runTicket();
        runQueue();
        assertThat(scheduler.log).endsWith("d");
    }

    @Test
    void aSecondTicketDoesNoHarm() {
        FakeScheduler failing = new FakeScheduler(3);
        failing.sharesAndFails = 1;
        for (int i = 0; i < 10; i++) {
            String name = "n" + i;
            failing.pool.lineUp(() -> failing.log.add(name));
        }
        assertThat(failing.tickets).isEqualTo(2);
        while (failing.tickets > 0) {
            failing.runTicket();
            assertThat(failing.tickets).isLessThanOrEqualTo(2);
        }
        while (!failing.queue.isEmpty()) {
            failing.queue.remove().run();
        }
        assertThat(failing.log).containsExactly("n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9");
        failing.slot.retire();
    }

    /** A pool with threads that run tickets as soon as they are there. */
    private static final class Threads extends QuietPool {
        final AtomicInteger tickets = new AtomicInteger();
        final AtomicInteger mostTickets = new AtomicInteger();
        final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();

        boolean runOne() {
            Runnable task = queue.poll();
            if (task != null) {
                task.run();
            }
            return task != null;
        }

        @Override
        protected boolean is(Object scheduler) {
            return scheduler == this;
        }

        @Override
        protected void queue(Runnable task) {
            queue.add(task);
        }

        @Override
        protected void keep(Runnable task) {
            throw new RejectedExecutionException();
        }

        @Override
        protected void takeTo(Queue<Runnable> target) {
            throw new RejectedExecutionException();
        }

        @Override
        protected void share(Runnable task) {
            throw new RejectedExecutionException();
        }

        @Override
        protected void shareTicket() {
            mostTickets.accumulateAndGet(tickets.incrementAndGet(), Math::max);
            queue.add(() -> {
                tickets.decrementAndGet();
                runTicket();
            });
        }

        @Override
        protected int backlog() {
            return queue.size();
        }
    }

    @Test
    void whoeverLinesUpComesOnceAndThereIsOneTicketAtMost() throws InterruptedException {
        int threads = 4;
        int each = 20_000;
        Threads pool = new Threads();
        AtomicIntegerArray runs = new AtomicIntegerArray(threads * each);
        CountDownLatch ran = new CountDownLatch(threads * each);
        List<Thread> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int first = t * each;
            Thread thread = new Thread(() -> {
                for (int i = first; i < first + each; i++) {
                    int me = i;
                    pool.lineUp(() -> {
                        runs.incrementAndGet(me);
                        ran.countDown();
                    });
                    pool.runOne();
                }
                while (ran.getCount() > 0) {
                    if (!pool.runOne()) {
                        Thread.onSpinWait();
                    }
                }
            });
            all.add(thread);
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        for (int i = 0; i < runs.length(); i++) {
            assertThat(runs.get(i)).isEqualTo(1);
        }
        assertThat(pool.mostTickets).hasValue(1);
        assertThat(pool.tickets).hasValue(0);
        assertThat(pool.runOne()).isFalse();
    }
}
