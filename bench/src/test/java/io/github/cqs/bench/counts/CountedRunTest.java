package io.github.cqs.bench.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What operations cost that nobody disturbs, exactly; of the others, what must hold in any case. */
class CountedRunTest {
    private static final int OPERATIONS = 20;

    private final CountedRun run = new CountedRun(Set.of());

    @ParameterizedTest
    @CsvSource({
        // cell, implementation, CAS, RMW, volatile writes, plain writes, lines
        "lock.unfair, CQS, 1, 0, 1, 2, 1",
        "lock.unfair, JDK, 1, 0, 1, 2, 1",
        "lock.fair, CQS, 1, 0, 1, 2, 1",
        "lock.fair, JDK, 1, 0, 1, 2, 1",
        "semaphore.unfair, CQS, 1, 1, 0, 0, 1",
        "semaphore.unfair, JDK, 2, 0, 0, 0, 1",
        "semaphore.fair, CQS, 1, 1, 0, 0, 1",
        "semaphore.fair, JDK, 2, 0, 0, 0, 1",
        "latch.countdown, CQS, 1, 0, 0, 0, 1",
        "latch.countdown, JDK, 1, 0, 0, 0, 1",
        "barrier, CQS, 0, 0, 0, 0, 0",
    })
    void uncontendedOperationsCostExactly(
            String name, String impl, long cas, long rmw, long volatileWrites, long plainWrites, long lines)
            throws Exception {
        Tally tally = count(name, 1, impl.equals("CQS"));
        assertThat(tally.operations()).isEqualTo(OPERATIONS);
        Map<Kind, Long> expected = new LinkedHashMap<>();
        expected.put(Kind.CAS, cas * OPERATIONS);
        expected.put(Kind.FAILED_CAS, 0L);
        expected.put(Kind.RMW, rmw * OPERATIONS);
        expected.put(Kind.VOLATILE_WRITE, volatileWrites * OPERATIONS);
        expected.put(Kind.PLAIN_WRITE, plainWrites * OPERATIONS);
        expected.put(Kind.OBJECT, 0L);
        expected.put(Kind.PARK, 0L);
        expected.put(Kind.UNPARK, 0L);
        assertThat(tally.counts()).containsAllEntriesOf(expected);
        assertThat(tally.lines()).isEqualTo(lines * OPERATIONS);
        assertThat(tally.moved()).isZero();
        assertThat(tally.movedPadded()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"CQS, false", "CQS, true", "JDK, false", "JDK, true"})
    void aPutAndATakeAreTwoLockedSections(String impl, boolean fair) throws Exception {
        Tally tally = count(fair ? "queue.fair" : "queue.unfair", 1, impl.equals("CQS"));
        assertThat(tally.counts())
                .containsEntry(Kind.CAS, 2L * OPERATIONS)
                .containsEntry(Kind.VOLATILE_WRITE, 2L * OPERATIONS)
                .containsEntry(Kind.RMW, 0L)
                .containsEntry(Kind.PARK, 0L);
    }

    /** Everybody is parked when the latch opens, so how many are woken does not depend on the schedule; by whom does, as those that were woken help. */
    @Test
    void everyWaiterIsWokenOnce() throws Exception {
        int threads = 4;
        Tally tally = count("latch.open", threads, true);
        assertThat(tally.counts())
                .containsEntry(Kind.PARK, (threads - 1L) * OPERATIONS)
                .containsEntry(Kind.UNPARK, (threads - 1L) * OPERATIONS);
        assertThat(tally.mostUnparks()).isBetween(1L, threads - 1L);
    }

    static Stream<CountedCell> cells() {
        return CountedCell.all().stream();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void everyCellIsCountedForBoth(CountedCell cell) throws Exception {
        for (boolean ours : new boolean[] {true, false}) {
            Tally tally = count(cell.name(), cell.threads(), ours);
            assertThat(tally.operations()).isEqualTo((long) OPERATIONS * cell.threads());
            assertThat(tally.perOperation()).hasSize(Kind.values().length + 4);
        }
    }

    @Test
    void productionClassesAreNotTouched() throws Exception {
        count("lock.unfair", 1, true);
        Class<?> counted = new CountingLoader().loadClass("io.github.cqs.shims.CqsReentrantLock");
        assertThat(counted).isNotEqualTo(io.github.cqs.shims.CqsReentrantLock.class);
        assertThat(counted.getSuperclass().getName()).isEqualTo("counted.java.util.concurrent.locks.ReentrantLock");
        Tape tape = new Tape(false);
        Ledger.use(tape);
        try {
            tape.next();
            io.github.cqs.shims.CqsReentrantLock lock = new io.github.cqs.shims.CqsReentrantLock();
            lock.lock();
            lock.unlock();
        } finally {
            Ledger.use(null);
        }
        assertThat(tape.events()).isEmpty();
    }

    private Tally count(String name, int threads, boolean ours) throws Exception {
        List<CountedCell> found = CountedCell.all().stream()
                .filter(cell -> cell.name().equals(name) && cell.threads() == threads)
                .toList();
        assertThat(found).as(name).hasSize(1);
        CountedCell cell = found.get(0);
        return run.count(new CountedCell(cell.name(), cell.workload(), cell.fair(), cell.threads(), OPERATIONS), ours);
    }
}
