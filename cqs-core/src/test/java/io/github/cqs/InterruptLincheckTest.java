package io.github.cqs;

import io.github.cqs.QueueLincheckTest.ModeSemaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Interrupts of other threads, wherever they may strike. */
@Tag("lincheck")
class InterruptLincheckTest {
    @ParameterizedTest
    @CsvSource({"ASYNC,SMART,1", "SYNC,SMART,2", "ASYNC,SIMPLE,2", "SYNC,SIMPLE,1"})
    void interruptRacesWithResume(ResumeMode resume, CancellationMode cancel, int segmentSize) {
        explore(60, resume, cancel, segmentSize);
    }

    @Tag("large")
    @ParameterizedTest
    @CsvSource({"ASYNC,SMART,1", "SYNC,SMART,1", "ASYNC,SMART,2", "SYNC,SMART,2", "ASYNC,SIMPLE,1", "SYNC,SIMPLE,1"})
    void interruptRacesWithResumeLarge(ResumeMode resume, CancellationMode cancel, int segmentSize) {
        explore(3_000, resume, cancel, segmentSize);
    }

    private static void explore(int invocations, ResumeMode resume, CancellationMode cancel, int segmentSize) {
        Lincheck.runConcurrentTest(invocations, () -> {
            ModeSemaphore semaphore = new ModeSemaphore(resume, cancel, segmentSize, 0);
            AtomicInteger outcomes = new AtomicInteger();
            Thread interrupted = new Thread(() -> {
                try {
                    semaphore.acquireInterruptibly();
                    outcomes.addAndGet(1);
                    semaphore.release();
                } catch (InterruptedException e) {
                    outcomes.addAndGet(Thread.currentThread().isInterrupted() ? 1000 : 10);
                }
            });
            Thread patient = new Thread(() -> {
                semaphore.acquire();
                outcomes.addAndGet(100);
                semaphore.release();
            });
            interrupted.start();
            patient.start();
            interrupted.interrupt();
            semaphore.release();
            try {
                interrupted.join();
                patient.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (outcomes.get() != 101 && outcomes.get() != 110) {
                throw new IllegalStateException("outcomes " + outcomes.get());
            }
            semaphore.checkInvariants();
            if (cancel == CancellationMode.SMART && semaphore.permits() != 1) {
                throw new IllegalStateException("permits " + semaphore.permits());
            }
        });
    }
}
