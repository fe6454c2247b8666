package io.github.cqs.bench.switches;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;

/** How two threads pass a turn to and fro. The one asks and waits for the answer; the other waits to be asked, and answers. */
interface Passing {
    void ask() throws InterruptedException;

    void awaitAnswer() throws InterruptedException;

    void awaitQuestion() throws InterruptedException;

    void answer() throws InterruptedException;

    /** One of a new pair. */
    static Passing by(String way) {
        return switch (way) {
            case "semaphores" -> new BySemaphores();
            case "queues" -> new ByQueues();
            case "barrier" -> new ByBarrier();
            default ->
                throw new IllegalArgumentException(
                        "no way to pass a turn: " + way + ". There are semaphores, queues and barrier.");
        };
    }

    /** Two semaphores. */
    final class BySemaphores implements Passing {
        private final Semaphore there = new Semaphore(0);
        private final Semaphore back = new Semaphore(0);

        @Override
        public void ask() {
            there.release();
        }

        @Override
        public void awaitAnswer() throws InterruptedException {
            back.acquire();
        }

        @Override
        public void awaitQuestion() throws InterruptedException {
            there.acquire();
        }

        @Override
        public void answer() {
            back.release();
        }
    }

    /** Two queues of one element. */
    final class ByQueues implements Passing {
        private final BlockingQueue<Boolean> there = new ArrayBlockingQueue<>(1);
        private final BlockingQueue<Boolean> back = new ArrayBlockingQueue<>(1);

        @Override
        public void ask() throws InterruptedException {
            there.put(true);
        }

        @Override
        public void awaitAnswer() throws InterruptedException {
            back.take();
        }

        @Override
        public void awaitQuestion() throws InterruptedException {
            there.take();
        }

        @Override
        public void answer() throws InterruptedException {
            back.put(true);
        }
    }

    /** A barrier of two parties, at which both meet twice. */
    final class ByBarrier implements Passing {
        private final CyclicBarrier barrier = new CyclicBarrier(2);

        private void meet() throws InterruptedException {
            try {
                barrier.await();
            } catch (BrokenBarrierException impossible) {
                throw new IllegalStateException(impossible); // nobody is interrupted
            }
        }

        @Override
        public void ask() throws InterruptedException {
            meet();
        }

        @Override
        public void awaitAnswer() throws InterruptedException {
            meet();
        }

        @Override
        public void awaitQuestion() throws InterruptedException {
            meet();
        }

        @Override
        public void answer() throws InterruptedException {
            meet();
        }
    }
}
