package io.github.cqs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.cqs.ces.CarrierScheduler;
import io.github.cqs.ces.CarrierSlot;
import io.github.cqs.ces.HandOff;
import io.github.cqs.ces.QuietPool;
import io.github.cqs.testing.Threads;
import io.github.cqs.testing.Threads.Kind;
import io.github.cqs.testing.Threads.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@MethodSource("configurations")
class HeirQueueTest {
    /** Nanoseconds of sections before which threads mostly yield, and that are worth a spin where it is known how long threads stay away. */
    private static final long LONGER = 9 * Tuning.SPIN_SECTION_LOOSE / 10;

    /** Nanoseconds of sections that hand the carrier over, in fair lines as well, and for which platform threads spin. */
    private static final long LONG = Tuning.CES_SECTION_FAIR * 6 / 5;

    private final boolean fair;
    private final int segmentSize;
    private final BargingSemaphore semaphore;

    HeirQueueTest(boolean fair, int segmentSize) {
        this.fair = fair;
        this.segmentSize = segmentSize;
        this.semaphore = new BargingSemaphore(1, fair, segmentSize);
    }

    static Stream<Arguments> configurations() {
        List<Arguments> all = new ArrayList<>();
        for (boolean fair : new boolean[] {true, false}) {
            for (int size : new int[] {1, 2, 16}) {
                all.add(Arguments.of(fair, size));
            }
        }
        return all.stream();
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(Thread.interrupted()).as("a test left an interrupt behind").isFalse();
        semaphore.checkIdle(1);
    }

    @Test
    void theFirstOneLooksOnceMoreWhenItsTimeIsUp() throws Exception {
        semaphore.acquire(1);
        List<Thread> parked = new CopyOnWriteArrayList<>();
        semaphore.parks = () -> {
            boolean again = !parked.isEmpty(); // somebody may have unparked this thread before
            if (!again && semaphore.line().places() > 0) { // else it has left without having parked
                parked.add(Thread.currentThread());
                semaphore.putBack(1);
            }
        };
        while (!semaphore.tryAcquire(1, 1, TimeUnit.MILLISECONDS)) {
            assertThat(parked).as("its time was up before it could park").isEmpty();
        }
        assertThat(parked).containsExactly(Thread.currentThread());
        semaphore.release(1);
    }

    /** Threads that are in the line one after the other; each appends its number to {@code order} while it holds the permit. */
    private List<Task<Void>> waiters(int n, List<Integer> order) {
        List<Task<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int number = i;
            int before = semaphore.line().length();
            Task<Void> waiter = Threads.start(() -> {
                semaphore.acquireInterruptibly(1);
                order.add(number);
                semaphore.release(1);
                return null;
            });
            Threads.awaitUntil(() -> semaphore.line().length() == before + 1);
            waiters.add(waiter.awaitParked());
        }
        return waiters;
    }

    @Test
    void nobodyWaitsForAFreeState() {
        semaphore.acquire(1);
        assertThat(semaphore.line().isEmpty()).isTrue();
        assertThat(semaphore.tryAcquire(1)).isFalse();
        semaphore.release(1);
    }

    @Test
    void heirsFollowInOrderOfArrival() throws Exception {
        semaphore.acquire(1);
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Task<Void>> waiters = waiters(6, order);
        semaphore.release(1);
        Threads.joinAll(waiters);
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void lineIsCountedAndListedInOrder() throws Exception {
        semaphore.acquire(1);
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Task<Void>> waiters = waiters(4, order);
        HeirQueue line = semaphore.line();
        assertThat(line.length()).isEqualTo(4);
        assertThat(line.isEmpty()).isFalse();
        assertThat(line.threads())
                .containsExactlyElementsOf(waiters.stream().map(Task::thread).toList());
        for (Task<Void> waiter : waiters) {
            assertThat(line.contains(waiter.thread())).isTrue();
        }
        assertThat(line.contains(Thread.currentThread())).isFalse();
        semaphore.release(1);
        Threads.joinAll(waiters);
        for (Task<Void> waiter : waiters) {
            assertThat(line.contains(waiter.thread())).isFalse();
        }
    }

    /** Has {@code then} done by a thread that comes to a semaphore without permits, in its {@code look}th look; answers how many looks it took. */
    private int looksIf(int look, Runnable then) throws Exception {
        return looksIf(Kind.PLATFORM, look, then);
    }

    private int looksIf(Kind kind, int look, Runnable then) throws Exception {
        AtomicInteger looks = new AtomicInteger();
        Task<Void> task = Threads.start(kind, () -> {
            Runnable[] counting = new Runnable[1];
            counting[0] = () -> {
                if (looks.incrementAndGet() == look) {
                    then.run();
                }
                semaphore.beforeLook.put(Thread.currentThread(), counting[0]);
            };
            semaphore.beforeLook.put(Thread.currentThread(), counting[0]);
            semaphore.acquire(1);
            semaphore.beforeLook.clear();
            semaphore.release(1);
            return null;
        });
        task.join();
        return looks.get();
    }

    @Test
    void platformThreadLooksAgainAfterEachYieldBeforeItJoinsAFairLine() throws Exception {
        assumeThat(fair).isTrue();
        for (int look : new int[] {1, HeirQueue.LINGER + 1, HeirQueue.LINGER * (1 + Tuning.SPIN_YIELDS_FAIR)}) {
            semaphore.acquire(1);
            int looks = looksIf(look, () -> {
                assertThat(semaphore.line().isEmpty()).isTrue();
                semaphore.release(1);
            });
            assertThat(looks).isEqualTo(look);
        }
    }

    @Test
    void whereYieldsAreInVainNobodyYieldsForAWhileOrUntilTheLineWasEmpty() throws Exception {
        HeirQueue line = semaphore.line();
        semaphore.acquire(1);
        List<Task<Void>> waiters = waiters(1, new CopyOnWriteArrayList<>());
        for (int recess : new int[] {HeirQueue.RECESS, 4 * HeirQueue.RECESS}) {
            for (int i = 0; i < HeirQueue.MOST_IN_VAIN; i++) {
                assertThat(line.isInRecess(line.isEmpty())).isFalse();
                line.yieldedInVain();
            }
            for (int i = 0; i < recess; i++) {
                assertThat(line.isInRecess(line.isEmpty())).isTrue();
            }
            assertThat(line.isInRecess(line.isEmpty())).isFalse();
        }
        for (int i = 0; i < HeirQueue.MOST_IN_VAIN; i++) {
            line.yieldedInVain();
        }
        assertThat(line.isInRecess(line.isEmpty())).isTrue();
        semaphore.release(1);
        Threads.joinAll(waiters);
        assertThat(line.isInRecess(line.isEmpty())).isFalse();
        line.yieldedInVain();
        assertThat(line.isInRecess(line.isEmpty())).isFalse();
    }

    /** Half of those that are served have joined again, perhaps. */
    @Test
    void yieldsAreNotInVainWhereTheLineDrains() {
        HeirQueue line = new ConditionLock(fair, segmentSize).line();
        for (int fewer : new int[] {HeirQueue.DRAINS, HeirQueue.DRAINS - 1}) {
            LineState.LINE.getAndAdd(line, 1_000 * LineState.QUEUED);
            for (int i = 0; i < HeirQueue.MOST_IN_VAIN - 1; i++) {
                line.yieldedInVain();
            }
            LineState.LINE.getAndAdd(line, -fewer * LineState.QUEUED);
            line.yieldedInVain();
            assertThat(line.isInRecess(false)).as("with %d fewer", fewer).isEqualTo(fewer < HeirQueue.DRAINS);
        }
    }

    @Test
    void whoBeganToYieldBeforeARecessDoesNotProlongIt() {
        HeirQueue line = new ConditionLock(fair, segmentSize).line();
        for (int recess : new int[] {HeirQueue.RECESS, 4 * HeirQueue.RECESS}) {
            for (int i = 0; i < 10 * HeirQueue.MOST_IN_VAIN; i++) {
                line.yieldedInVain();
            }
            for (int i = 0; i < recess; i++) {
                assertThat(line.isInRecess(false)).isTrue();
            }
            assertThat(line.isInRecess(false)).isFalse();
        }
    }

    @Test
    void aVirtualThreadSpinsBesideAFairLineUntilTheSectionIsOver() throws Exception {
        assertThat(yieldsIf(2 * HeirQueue.BRIEF, () -> {})).isZero();
    }

    /** Its looks would prolong it. */
    @Test
    void aVirtualThreadDoesNotSpinBesideAFairLineOfVeryShortSections() throws Exception {
        assertThat(yieldsIf(HeirQueue.BRIEF / 2, () -> {})).isEqualTo(1);
    }

    @Test
    void oneVirtualThreadAtATimeSpinsBesideAFairLine() throws Exception {
        AtomicInteger others = new AtomicInteger();
        int yields = yieldsIf(2 * HeirQueue.BRIEF, () -> others.set(yieldsOfOneMoreLook()));
        assertThat(yields).isEqualTo(others.get());
        assertThat(others).hasValue(1);
    }

    /** How often virtual threads have yielded when one that comes to a fair semaphore without permits looks once more than it does at first: meanwhile there is one. */
    private int yieldsIf(long section, Runnable meanwhile) throws Exception {
        assumeThat(fair).isTrue();
        assumeThat(Tuning.SPIN_VIRTUAL).as("several processors").isPositive();
        Kind.VIRTUAL.unstarted(() -> {}); // skips this test where there are none
        learnSections(semaphore.line(), section);
        useCarriers(0);
        try {
            semaphore.acquire(1);
            looksIf(Kind.VIRTUAL, HeirQueue.LINGER + 1, () -> {
                meanwhile.run();
                semaphore.putBack(1 - semaphore.available());
            });
            return yields.get();
        } finally {
            HandOff.use(null);
        }
    }

    private int yieldsOfOneMoreLook() {
        AtomicInteger seen = new AtomicInteger();
        try {
            looksIf(Kind.VIRTUAL, HeirQueue.LINGER + 1, () -> {
                seen.set(yields.get());
                semaphore.putBack(1);
            });
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
        return seen.get();
    }

    /** To yield for an heir that is awake would end what those that run have come to. Others have their turns. */
    @Test
    void whereNothingIsHandedOverWhoReleasesYieldsAtTheEndOfItsTurnOnly() {
        HeirQueue line = new ConditionLock(false, segmentSize).line();
        useAlways(new CarrierSlot(new QuietPool(), 64, 32, 0, 0));
        try {
            learn(line, 0, LONG);
            learnApart(line, 2 * OTHERS * LONG);
            assertThat(line.mayHandOver()).isTrue();
            assertThat(line.handsOver()).isFalse();
            line.note(LineState.TOLD);
            LineState.LINE.getAndAdd(line, LineState.AWAKE);
            assertThat(yieldsOfReleases(line))
                    .as("the clock is looked at after four of them")
                    .isEqualTo(16);
        } finally {
            HandOff.use(null);
        }
    }

    /** Those in the line go on meanwhile, and where nobody is in it each yield takes a share of what could be done. */
    @Test
    void whoReleasesSomethingFairYieldsAfterHalfATurnWhereOthersWaitAndSectionsAreLong() {
        assertThat(yieldsAfterHalfATurn(LONG, LineState.QUEUED)).isEqualTo(1);
        assertThat(yieldsAfterHalfATurn(LONG, 0)).as("nobody waits").isZero();
        assertThat(yieldsAfterHalfATurn(Tuning.CES_SECTION_FAIR / 2, LineState.QUEUED))
                .as("short ones")
                .isZero();
    }

    private int yieldsAfterHalfATurn(long section, long waiting) {
        HeirQueue line = new ConditionLock(true, segmentSize).line();
        AtomicLong now = new AtomicLong();
        CarrierSlot slot = new CarrierSlot(
                new QuietPool() {
                    @Override
                    protected long nanoTime() {
                        return now.get();
                    }
                },
                64,
                32,
                0,
                2_000);
        useAlways(slot);
        try {
            learn(line, 0, section);
            line.note(LineState.TOLD);
            LineState.LINE.getAndAdd(line, waiting);
            now.set(1_000);
            return yieldsOfReleases(line);
        } finally {
            HandOff.use(null);
        }
    }

    /** Hand-offs are on, and the current thread is always on the carrier of {@code slot}. */
    private void useAlways(CarrierSlot slot) {
        HandOff.use(new CarrierScheduler() {
            @Override
            protected CarrierSlot current() {
                return slot;
            }

            @Override
            protected void yieldCarrier() {
                yields.incrementAndGet();
            }
        });
        HandOff.count();
    }

    /** How many of 64 threads that have released yield. */
    private int yieldsOfReleases(HeirQueue line) {
        int before = yields.get();
        for (int i = 0; i < 64; i++) {
            line.giveWay();
        }
        return yields.get() - before;
    }

    @Test
    void nobodyTakesWhatAFairLineWaitsFor() throws Exception {
        assumeThat(fair).isTrue();
        semaphore.acquire(1);
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Task<Void>> waiters = new ArrayList<>(waiters(1, order));
        AtomicInteger looks = new AtomicInteger();
        Task<Void> late = Threads.start(() -> {
            semaphore.beforeLook.put(Thread.currentThread(), looks::incrementAndGet);
            semaphore.acquire(1);
            order.add(1);
            semaphore.release(1);
            return null;
        });
        late.awaitParked();
        assertThat(looks).hasValue(0);
        waiters.add(late);
        semaphore.release(1);
        Threads.joinAll(waiters);
        assertThat(order).containsExactly(0, 1);
    }

    @Test
    void lineLearnsHowLongSectionsAre() throws Exception {
        assumeThat(fair).isFalse();
        for (int i = 0; semaphore.line().sectionNanos() < Tuning.SPIN_SECTION; i++) {
            assertThat(i).as("longer sections").isLessThan(1_000);
            semaphore.acquire(1);
            Task<Void> waiter = Threads.<Void>start(() -> {
                        semaphore.acquire(1);
                        long end = System.nanoTime() + 2 * Tuning.SPIN_SECTION;
                        while (System.nanoTime() - end < 0) {
                            Thread.onSpinWait();
                        }
                        semaphore.release(1);
                        return null;
                    })
                    .awaitParked();
            semaphore.release(1);
            waiter.join();
        }
        int looks = HeirQueue.LINGER * (1 + Tuning.SPIN_YIELDS); // the last one before it joins
        semaphore.acquire(1);
        assertThat(looksIf(looks, () -> {
                    assertThat(semaphore.line().isEmpty()).isTrue();
                    semaphore.release(1);
                }))
                .isEqualTo(looks);
    }

    /** Lets somebody wait, now and then one of whose sections is timed, and then has one thread acquire several times in a row, {@code between} in between. */
    private void turns(Runnable between) throws Exception {
        semaphore.acquire(1);
        Task<Void> waiter = Threads.<Void>start(() -> {
                    semaphore.acquire(1);
                    semaphore.release(1);
                    for (int i = 0; i < 20; i++) {
                        between.run();
                        semaphore.acquire(1);
                        semaphore.line().acquired(1);
                        semaphore.release(1);
                    }
                    return null;
                })
                .awaitParked();
        semaphore.release(1);
        waiter.join();
    }

    private static void work() {
        long end = System.nanoTime() + 20_000;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    /** Where threads have the state in turns, each turn's section is timed as often as every other one, however many there are. */
    @Test
    void noPeriodOfTheProgramDecidesWhichSectionsAreTimed() {
        HeirQueue line = semaphore.line();
        isEvenlySpread(line::noteAcquisition, LineState.TIMED, fair ? 128 : 8);
        if (!fair) {
            isEvenlySpread(line::noteNext, LineState.NEXT, 16);
        }
    }

    /** As no counter is written there, it is the clock that decides, by whatever it goes on. */
    @Test
    void someSectionsAreTimedOfThoseWhoSpinBesideALooseLine() {
        HeirQueue line = semaphore.line();
        for (int every : new int[] {8, 32}) {
            for (long step : new long[] {1, 30, 100, 1_000, 1_024, 12_345, 1_000_000}) {
                int timed = 0;
                for (int i = 0; i < 100 * every; i++) {
                    line.noteAcquisitionBeside(i * step);
                    if (line.notes != 0) {
                        line.noteNoMore(LineState.TIMED);
                        timed++;
                    }
                }
                assertThat(timed).as("of %s, %s ns apart", 100 * every, step).isBetween(60, 140);
            }
            for (int i = 0; i < LineHints.MOST_RETURNS; i++) {
                line.learnReturn(1); // nobody has turns in a row
            }
        }
    }

    /** They are timed by code that is not compiled before it has run some hundred times. */
    @Test
    void firstSectionsAreTimedMoreOften() {
        HeirQueue line = semaphore.line();
        int every = fair ? 8 : 2;
        int timed = 0;
        for (int i = 0; i < every * LineHints.FIRST / 2; i++) {
            line.noteAcquisition();
            if (line.notes != 0) {
                line.noteNoMore(LineState.TIMED);
                timed++;
            }
        }
        assertThat(timed).isBetween(2 * LineHints.FIRST / 5, 3 * LineHints.FIRST / 5);
    }

    /** Where sections turn long a fair line finds that out by more than the few that it times of short ones. */
    @Test
    void longSectionsOfAFairLineAreTimedAsOftenAsOthers() {
        assumeThat(fair).isTrue();
        learnSections(semaphore.line(), Tuning.SPIN_SECTION + 1_000);
        isEvenlySpread(semaphore.line()::noteAcquisition, LineState.TIMED, 8);
    }

    /** As many acquisitions as it takes for no section to be one of the first ones. */
    private static void leaveFirstSections(HeirQueue line) {
        for (int i = 0; i < 16 * LineHints.FIRST; i++) {
            line.noteAcquisition();
        }
        line.noteNoMore(LineState.TIMED);
    }

    private void isEvenlySpread(Runnable acquisition, int note, int every) {
        leaveFirstSections(semaphore.line());
        for (int period = 1; period <= 64; period++) {
            int[] timed = new int[period];
            for (int i = 0; i < 100 * every * period; i++) {
                acquisition.run();
                if (semaphore.line().notes != 0) {
                    semaphore.line().noteNoMore(note);
                    timed[i % period]++;
                }
            }
            for (int turn = 0; turn < period; turn++) {
                assertThat(timed[turn])
                        .as("of 100 of turn %s of %s", turn, period)
                        .isBetween(60, 140);
            }
        }
    }

    /** Who has to wait right after a section that was timed has been away since then. */
    @Test
    void gapIsKnownFromWhoComesBackAndHasToWait() {
        if (fair) {
            return; // it has no use for that
        }
        HeirQueue line = semaphore.line();
        semaphore.acquire(1);
        while ((line.notes & LineState.TIMED) == 0) {
            line.noteAcquisition();
        }
        semaphore.release(1);
        work();
        assertThat(semaphore.tryAcquire(1)).as("for somebody else").isTrue();
        semaphore.beforeLook.put(Thread.currentThread(), () -> semaphore.putBack(1));
        assertThat(line.gapNanos()).isZero();
        line.acquireUninterruptibly(1);
        assertThat(line.gapNanos()).isGreaterThanOrEqualTo(20_000);
        for (int i = 1; i < LineHints.MOST_RETURNS; i++) {
            line.learnReturn(1);
        }
        assertThat(line.isTight()).as("nobody had a turn after its own").isFalse();
        semaphore.release(1);
    }

    /** Two threads that signal each other come again at once, and neither has a turn after its own. */
    @Test
    void lineIsNotTightWhereNobodyHasSeveralTurnsInARow() {
        assumeThat(fair).isFalse();
        HeirQueue line = semaphore.line();
        assertThat(line.isTight()).as("unknown").isFalse();
        for (int i = 1; i < LineHints.MOST_RETURNS; i++) {
            line.learnReturn(1);
        }
        assertThat(line.isTight()).as("known from some that came back").isTrue();
        line.learnReturn(1);
        assertThat(line.isTight()).as("for long only those that come back").isFalse();
        line.learnTurn(1);
        assertThat(line.isTight()).as("turns in a row again").isTrue();
    }

    /** Where threads stay away for longer than the state takes to get to another one, who comes looks before it joins the line. */
    @Test
    void whoComesToALooseLineLooksBeforeItJoins() {
        if (fair) {
            return; // whose line nobody may overtake
        }
        HeirQueue line = semaphore.line();
        assertThat(looksBeforeItJoins()).as("gap unknown").isFalse();
        line.learnTurn(1_000_000);
        assertThat(looksBeforeItJoins()).as("loose").isEqualTo(Tuning.SPIN_BARGE > 0);
        while (line.gapNanos() >= Tuning.SPIN_GAP) {
            line.learnTurn(1);
        }
        assertThat(looksBeforeItJoins()).as("tight").isFalse();
    }

    /** Nothing lies between: one thread that spins beside those that run was the slowest of all. */
    @Test
    void lineIsLooseWhereThreadsStayAwayForMoreThanHalfALookAndElseTight() {
        assumeThat(fair).isFalse();
        HeirQueue line = semaphore.line();
        line.learnTurn(3 * Tuning.SPIN_GAP);
        for (int looks = 1; looks <= 8; looks++) {
            learnLooks(line, looks * Tuning.SPIN_GAP);
            boolean loose = 0.6 * looks <= 3;
            assertThat(line.isLoose()).as("3 / %s looks", looks).isEqualTo(loose);
            assertThat(line.isTight()).as("3 / %s looks", looks).isEqualTo(!loose);
        }
    }

    /** One that spins while another has the state gains no more than what that one does outside. */
    @Test
    void lineIsNotLooseWhereThreadsAreMostlyInSections() {
        HeirQueue line = semaphore.line();
        line.learnTurn(8 * Tuning.SPIN_GAP);
        learnSections(line, 5 * 8 * Tuning.SPIN_GAP);
        assertThat(line.isLoose()).as("away for a fifth").isTrue();
        learnSections(line, 7 * 8 * Tuning.SPIN_GAP);
        assertThat(line.isLoose()).as("away for a seventh").isFalse();
    }

    private static void learnSections(HeirQueue line, long nanos) {
        for (int i = 0; i < 100; i++) {
            line.learnSection(nanos);
        }
    }

    /** Before sections of some microseconds who comes yields, unless it is known that threads come again too soon for two to gain by that. */
    @Test
    void whoComesJoinsALineOfLongerSectionsAtOnceWhereThreadsComeAgainSoon() {
        if (fair) {
            return; // before which everybody looks
        }
        HeirQueue line = semaphore.line();
        learnSections(line, LONGER);
        assertThat(looksBeforeItJoins()).as("gap unknown").isTrue();
        assumeThat(Tuning.SPIN_BARGE)
                .as("with several processors who is next spins")
                .isPositive();
        line.learnTurn(1);
        assertThat(looksBeforeItJoins()).as("tight").isFalse();
    }

    /** Before a loose line of such sections who comes spins, until that was in vain a few times; then it looks only between its yields. */
    @Test
    void whoComesSpinsBesideALooseLineOfLongerSectionsUnlessThatIsInVain() throws Exception {
        assumeThat(fair).isFalse();
        assumeThat(Tuning.SPIN_BARGE).as("with several processors").isPositive();
        HeirQueue line = semaphore.line();
        learnSections(line, LONGER);
        line.learnTurn(1_000_000);
        int yielding = HeirQueue.LINGER * (1 + Tuning.SPIN_YIELDS);
        semaphore.acquire(1);
        int looks = looksIf(yielding + 1, () -> {
            assertThat(line.isEmpty()).as("more looks than yields come with").isTrue();
            semaphore.release(1);
        });
        assertThat(looks).isEqualTo(yielding + 1);
        oneWaits();
        semaphore.acquire(1);
        AtomicBoolean joined = new AtomicBoolean();
        looksIf(yielding + 1, () -> {
            joined.set(!line.isEmpty());
            semaphore.release(1);
        });
        assertThat(joined).isTrue();
    }

    /** A platform thread waits in the line, acquires, and releases. */
    private void oneWaits() throws Exception {
        semaphore.acquire(1);
        Task<Void> waiter = Threads.<Void>start(() -> {
                    semaphore.acquire(1);
                    semaphore.release(1);
                    return null;
                })
                .awaitParked();
        semaphore.release(1);
        waiter.join();
    }

    private boolean looksBeforeItJoins() {
        semaphore.acquire(1);
        AtomicReference<Boolean> wasEmpty = new AtomicReference<>();
        semaphore.beforeLook.put(Thread.currentThread(), () -> {
            wasEmpty.set(semaphore.line().isEmpty());
            semaphore.putBack(1);
        });
        semaphore.line().acquireUninterruptibly(1);
        semaphore.release(1);
        return wasEmpty.get();
    }

    /** A section that begins with the wait of a virtual thread is no measure for others: where waits are rare it takes much longer. */
    @Test
    void notTheSectionOfAVirtualThreadThatHasWaitedIsTimedButTheNextOne() throws Exception {
        Kind.VIRTUAL.unstarted(() -> {}); // skips the test before there is something to give back
        HeirQueue line = semaphore.line();
        for (int i = 0; i < 21 && line.notes == 0; i++) { // after so many at most the next one is wanted
            semaphore.acquire(1);
            Task<Void> waiter = Threads.<Void>start(Kind.VIRTUAL, () -> {
                        semaphore.acquire(1);
                        work();
                        semaphore.release(1);
                        return null;
                    })
                    .awaitParked();
            semaphore.release(1);
            waiter.join();
            assertThat(line.sectionNanos()).as("section of who waited").isZero();
        }
        if (fair) {
            assertThat(line.notes).isZero(); // it has no use for that without hand-offs
            return;
        }
        assertThat(line.notes).isEqualTo(LineState.NEXT);
        semaphore.acquire(1);
        line.acquired(1);
        assertThat(line.notes).isEqualTo(LineState.TIMED);
        work();
        semaphore.release(1);
        assertThat(line.sectionNanos()).isPositive();
    }

    @Test
    void lineLearnsHowSoonAThreadComesAgain() throws Exception {
        HeirQueue line = semaphore.line();
        for (int i = 0; i < 100 && line.gapNanos() == 0; i++) {
            turns(HeirQueueTest::work);
        }
        if (fair) {
            assertThat(line.gapNanos()).isZero(); // it has no use for that
            return;
        }
        assertThat(line.gapNanos()).isGreaterThanOrEqualTo(20_000);
        for (int i = 0; line.gapNanos() >= 20_000; i++) {
            assertThat(i).as("threads that come again at once").isLessThan(10_000);
            turns(() -> {});
        }
        long soon = line.gapNanos();
        for (int i = 0; line.gapNanos() <= soon; i++) {
            assertThat(i).as("threads that come again later").isLessThan(10_000);
            turns(HeirQueueTest::work);
        }
    }

    /** What a thread does between two turns is its own work, and not what it takes to ask and to be asked. */
    @Test
    void askingIsNoPartOfHowSoonAThreadComesAgain() throws Exception {
        assumeThat(fair).isFalse();
        HeirQueue line = semaphore.line();
        semaphore.asks = HeirQueueTest::work;
        for (int i = 0; line.gapNanos() == 0 || line.gapNanos() >= 10_000; i++) {
            assertThat(i).isLessThan(10_000);
            turns(() -> {});
        }
    }

    /** The first sections run code that is not compiled yet: what a few of them take is no reason to count for good what threads hold. */
    @Test
    void aLineIsOfLongSectionsOnceManyInARowWereLong() {
        HeirQueue line = semaphore.line();
        ownSection(line);
        for (int trial = 0; trial < 10; trial++) {
            longSections(line, HeirQueue.STEADY - 1);
            assertThat(line.isSteadilyLong()).as("after trial %d", trial).isFalse();
            for (int i = 0; line.isLong(); i++) {
                assertThat(i).as("short sections").isLessThan(100);
                line.learnSection(0);
            }
        }
        longSections(line, HeirQueue.STEADY);
        assertThat(line.isSteadilyLong()).isTrue();
        longSections(line, 1_000);
        assertThat(line.isSteadilyLong()).isTrue();
    }

    /** A semaphore that some threads acquire and others release is no lock. */
    @Test
    void whatOthersEndThanBeganItAreNoSections() throws InterruptedException {
        HeirQueue line = semaphore.line();
        longSections(line, HeirQueue.STEADY);
        assertThat(line.isSteadilyLong()).as("nobody knows yet").isFalse();
        ownSection(line);
        longSections(line, HeirQueue.STEADY);
        for (int others = 1; others < HeirQueue.STRANGERS; others++) {
            sectionThatAnotherEnds(line);
            longSections(line, HeirQueue.STEADY);
            assertThat(line.isSteadilyLong()).as("after %d others", others).isTrue();
        }
        sectionThatAnotherEnds(line);
        longSections(line, HeirQueue.STEADY);
        assertThat(line.isSteadilyLong()).isFalse();
        ownSection(line);
        longSections(line, HeirQueue.STEADY);
        assertThat(line.isSteadilyLong()).isTrue();
    }

    private static void ownSection(HeirQueue line) {
        line.beginsNext();
        line.noteSection();
    }

    private static void sectionThatAnotherEnds(HeirQueue line) throws InterruptedException {
        line.beginsNext();
        Thread other = new Thread(line::noteSection);
        other.start();
        other.join();
    }

    /** So many after each of which what is learned is long. */
    private static void longSections(HeirQueue line, int times) {
        for (int i = 0; i < times; ) {
            line.learnSection(10 * Tuning.CES_SECTION);
            if (line.isLong()) {
                i++;
            }
        }
    }

    /** Who is stopped between two reads of the clock may find that what it times has begun after it has ended. */
    @Test
    void timesThatCannotBeAreNotLearned() {
        HeirQueue line = semaphore.line();
        line.learnSection(-1_000_000_000);
        line.learnTurn(-1_000_000_000);
        line.learnReturn(-1_000_000_000);
        assertThat(line.sectionNanos()).isZero();
        assertThat(line.gapNanos()).isZero();
        for (int i = 0; i < 100; i++) {
            line.learnSection(5_000);
            line.learnSection(-1_000_000_000);
            line.learnTurn(5_000);
            line.learnTurn(-1_000_000_000);
            line.learnTurn(0);
        }
        assertThat(line.sectionNanos()).isBetween(4_990L, 5_000L);
        assertThat(line.gapNanos()).isBetween(5_000L, 5_001L);
        for (int i = 0; i < 10_000; i++) {
            line.learnSection(Long.MAX_VALUE);
            line.learnTurn(Long.MAX_VALUE);
        }
        assertThat(line.sectionNanos()).isEqualTo(Integer.MAX_VALUE);
        assertThat(line.gapNanos()).isEqualTo(Integer.MAX_VALUE);
        for (int i = 0; i < 1_000; i++) {
            line.learnSection(5_000);
            line.learnTurn(5_000);
        }
        assertThat(line.sectionNanos()).isBetween(5_000L, 5_010L);
        assertThat(line.gapNanos()).isBetween(5_000L, 5_010L);
    }

    /** Permits that others give back than those who take them are not theirs; a few that seem so mean nothing. */
    @Test
    void permitsOfWhomeverAreNotCounted() {
        HeirQueue line = semaphore.line();
        for (int i = 0; i < 3 * HeirQueue.MOST_STRAYS; i++) {
            line.noteHolder(i % 2 == 0, 1);
        }
        for (int i = 0; i < HeirQueue.MOST_STRAYS; i++) {
            line.noteHolder(true, 10);
            for (int j = 0; j < 10; j++) {
                line.noteHolder(false, 1);
            }
        }
        assertThat(line.isCounted()).isTrue();
        for (int i = 0; i < HeirQueue.MOST_STRAYS; i++) {
            line.noteHolder(false, 1);
        }
        assertThat(line.isCounted()).isFalse();
    }

    /** As if who gives the role away were stopped where it has found the current thread, which then gives up. */
    @Test
    void whoAsksIsNotToldThatItWaits() throws Exception {
        HeirQueue line = semaphore.line();
        semaphore.acquire(1);
        List<Task<Void>> waiters = waiters(2, new ArrayList<>());
        line.beforeResume(Thread.currentThread());
        assertThat(line.contains(Thread.currentThread())).isFalse();
        assertThat(line.threads()).containsExactly(waiters.get(1).thread());
        assertThat(line.length()).isEqualTo(1);
        assertThat(line.hasThreads()).isTrue();
        line.beforeResume(waiters.get(0).thread());
        assertThat(line.length()).isEqualTo(2);
        semaphore.release(1);
        for (Task<Void> waiter : waiters) {
            waiter.join();
        }
    }

    @Test
    void turnsOfSeveralThreadsTellNothing() throws Exception {
        HeirQueue line = semaphore.line();
        for (int i = 0; i < 40; i++) {
            oneWaits();
            for (int k = 0; k < 20; k++) {
                Threads.<Void>start(() -> {
                            semaphore.acquire(1);
                            line.acquired(1);
                            semaphore.release(1);
                            return null;
                        })
                        .join();
            }
        }
        assertThat(line.gapNanos()).isZero();
    }

    @Test
    void nobodyLooksWhereThreadsComeAgainAtOnce() throws Exception {
        assumeThat(fair || Tuning.SPIN_BARGE == 0).isFalse();
        HeirQueue line = semaphore.line();
        semaphore.acquire(1);
        List<Task<Void>> waiters = waiters(1, new CopyOnWriteArrayList<>());
        AtomicInteger looks = new AtomicInteger();
        Callable<Void> user = () -> look(looks);
        line.learnTurn(Tuning.SPIN_GAP / 2);
        waiters.add(Threads.start(user).awaitParked());
        assertThat(looks).hasValue(0);
        for (int i = 0; line.gapNanos() < Tuning.SPIN_GAP; i++) {
            assertThat(i).isLessThan(1_000);
            line.learnTurn(1_000_000);
        }
        waiters.add(Threads.start(user).awaitParked());
        assertThat(looks).hasPositiveValue();
        semaphore.release(1);
        Threads.joinAll(waiters);
        semaphore.checkIdle(1);
    }

    @Test
    void whatIsAtOnceDependsOnHowFarTheStateHasToGo() throws Exception {
        assumeThat(fair || Tuning.SPIN_BARGE == 0).isFalse();
        HeirQueue line = semaphore.line();
        line.learnTurn(2 * Tuning.SPIN_GAP);
        learnLooks(line, Tuning.SPIN_GAP / 2);
        semaphore.acquire(1);
        List<Task<Void>> waiters = waiters(1, new CopyOnWriteArrayList<>());
        AtomicInteger looks = new AtomicInteger();
        Callable<Void> user = () -> look(looks);
        waiters.add(Threads.start(user).awaitParked());
        assertThat(looks).as("looks where the state is soon here").hasPositiveValue();
        learnLooks(line, 4 * Tuning.SPIN_GAP);
        looks.set(0);
        waiters.add(Threads.start(user).awaitParked());
        assertThat(looks)
                .as("looks where it takes longer than others stay away")
                .hasValue(0);
        semaphore.release(1);
        Threads.joinAll(waiters);
        semaphore.checkIdle(1);
    }

    @Test
    void whoHasJustComeFromATightLineLooksBeforeItGoesBack() throws Exception {
        assumeThat(fair).isFalse();
        Kind.VIRTUAL.unstarted(() -> {}); // skips this test where there are none, with nothing held
        HeirQueue line = semaphore.line();
        line.learnTurn(Tuning.SPIN_GAP / 2);
        semaphore.acquire(1);
        List<Task<Void>> waiters = waiters(1, new CopyOnWriteArrayList<>());
        for (boolean newcomer : new boolean[] {false, true}) {
            AtomicInteger looks = new AtomicInteger();
            waiters.add(Threads.<Void>start(Kind.VIRTUAL, () -> {
                        if (newcomer) {
                            line.cameIn();
                        }
                        return look(looks);
                    })
                    .awaitParked());
            assertThat(looks).as("looks of a newcomer: %s", newcomer).hasValue(newcomer ? 1 : 0);
        }
        semaphore.release(1);
        Threads.joinAll(waiters);
        semaphore.checkIdle(1);
    }

    /** Has the permit once, and counts the looks that it takes. */
    private Void look(AtomicInteger looks) {
        semaphore.beforeLook.put(Thread.currentThread(), looks::incrementAndGet);
        semaphore.acquire(1);
        semaphore.release(1);
        return null;
    }

    private static void learnLooks(HeirQueue line, long nanos) {
        for (int i = 0; i < 100; i++) {
            line.learnLook(nanos);
        }
    }

    @Test
    void oneTimeThatWasProlongedDoesNotChangeWhatWasLearned() {
        HeirQueue line = semaphore.line();
        line.learnTurn(60);
        line.learnTurn(1_000_000);
        assertThat(line.gapNanos()).isEqualTo(61);
        line.learnTurn(31);
        assertThat(line.gapNanos()).isEqualTo(46);
    }

    @Test
    void whoIsCountedAndNotYetInTheLineIsNotTold() throws Exception {
        assumeThat(fair).isTrue(); // an unfair one looks before it is counted, too
        semaphore.acquire(1);
        List<Task<Void>> waiters = waiters(2, new CopyOnWriteArrayList<>());
        waiters.get(0).interrupt();
        assertThatThrownBy(waiters.get(0)::join).isInstanceOf(InterruptedException.class); // there is no heir now
        CountDownLatch counted = new CountDownLatch(1);
        CountDownLatch mayEnter = new CountDownLatch(1);
        Task<Void> late = Threads.start(() -> {
            semaphore.beforeLook.put(Thread.currentThread(), () -> {
                counted.countDown();
                Threads.awaitUntil(() -> mayEnter.getCount() == 0);
            });
            semaphore.acquire(1);
            semaphore.release(1);
            return null;
        });
        counted.await();
        HeirQueue line = semaphore.line();
        assertThat(line.threads()).containsExactly(waiters.get(1).thread());
        assertThat(line.length()).isEqualTo(1);
        assertThat(line.contains(late.thread())).isFalse();
        waiters.get(1).interrupt();
        assertThatThrownBy(waiters.get(1)::join).isInstanceOf(InterruptedException.class);
        assertThat(line.isEmpty()).isFalse();
        assertThat(line.hasThreads()).isFalse();
        mayEnter.countDown();
        Threads.awaitUntil(line::hasThreads);
        assertThat(line.contains(late.thread())).isTrue();
        assertThat(line.length()).isEqualTo(1);
        semaphore.release(1);
        late.join();
    }

    @Test
    void anyOneWaiterCanLeaveAndTheOthersGoOn() throws Exception {
        for (int leaver = 0; leaver < 4; leaver++) {
            semaphore.acquire(1);
            List<Integer> order = new CopyOnWriteArrayList<>();
            List<Task<Void>> waiters = waiters(4, order);
            Task<Void> gone = waiters.remove(leaver);
            gone.interrupt();
            assertThatThrownBy(gone::join).isInstanceOf(InterruptedException.class);
            assertThat(semaphore.line().length()).isEqualTo(3);
            assertThat(semaphore.line().contains(gone.thread())).isFalse();
            semaphore.release(1);
            Threads.joinAll(waiters);
            List<Integer> expected = new ArrayList<>(List.of(0, 1, 2, 3));
            expected.remove(leaver);
            assertThat(order).containsExactlyElementsOf(expected);
        }
    }

    @Test
    void allWaitersCanLeave() throws Exception {
        semaphore.acquire(1);
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Task<Void>> waiters = waiters(5, order);
        for (int i : new int[] {0, 4, 2, 3, 1}) {
            waiters.get(i).interrupt();
            assertThatThrownBy(waiters.get(i)::join).isInstanceOf(InterruptedException.class);
        }
        assertThat(semaphore.line().isEmpty()).isTrue();
        semaphore.release(1);
        assertThat(order).isEmpty();
        waiters(0, order);
        assertThat(semaphore.tryAcquire(1)).isTrue();
        semaphore.release(1);
    }

    @Test
    void heirThatLeavesWithTheReleaseOnItsWayPassesItOn() throws Exception {
        // The release finds the heir parked and wakes it; its interrupt is older, so it may leave or acquire. Either
        // way the next
        // one gets the permit.
        for (int round = 0; round < 50; round++) {
            semaphore.acquire(1);
            List<Integer> order = new CopyOnWriteArrayList<>();
            List<Task<Void>> waiters = waiters(2, order);
            waiters.get(0).interrupt();
            semaphore.release(1);
            waiters.get(1).join();
            try {
                waiters.get(0).join();
                assertThat(order).containsExactly(0, 1);
            } catch (InterruptedException left) {
                assertThat(order).containsExactly(1);
            }
        }
    }

    @Test
    void timeoutsThatHaveElapsedLeaveAtOnce() throws Exception {
        semaphore.acquire(1);
        for (long nanos : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThat(HeirQueue.orThrow(semaphore.line().acquireNanos(1, nanos)))
                    .isFalse();
        }
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Task<Void>> waiters = waiters(1, order);
        for (long nanos : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThat(HeirQueue.orThrow(semaphore.line().acquireNanos(1, nanos)))
                    .as("behind an heir")
                    .isFalse();
        }
        semaphore.release(1);
        Threads.joinAll(waiters);
        assertThat(HeirQueue.orThrow(semaphore.line().acquireNanos(1, Long.MIN_VALUE)))
                .isTrue();
        semaphore.release(1);
    }

    @Test
    void timeoutElapsesAndNotBefore() throws Exception {
        semaphore.acquire(1);
        long nanos = TimeUnit.MILLISECONDS.toNanos(20);
        long start = System.nanoTime();
        assertThat(semaphore.tryAcquire(1, nanos, TimeUnit.NANOSECONDS)).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
        Task<Boolean> patient = Threads.start(() -> semaphore.tryAcquire(1, Long.MAX_VALUE, TimeUnit.NANOSECONDS));
        patient.awaitParked();
        semaphore.release(1);
        assertThat(patient.join()).isTrue();
        semaphore.release(1);
    }

    @Test
    void uninterruptibleHeirAndWaiterKeepTheirStatus() throws Exception {
        semaphore.acquire(1);
        List<Task<Boolean>> waiters = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            int length = i;
            waiters.add(Threads.start(() -> {
                semaphore.acquire(1);
                semaphore.release(1);
                return Thread.interrupted();
            }));
            Threads.awaitUntil(() -> semaphore.line().length() == length);
        }
        for (Task<Boolean> waiter : waiters) {
            waiter.awaitParked().interrupt();
        }
        assertThat(semaphore.line().length()).isEqualTo(2);
        semaphore.release(1);
        for (Task<Boolean> waiter : waiters) {
            assertThat(waiter.join()).isTrue();
        }
    }

    @Test
    void oneReleaseOfManyPermitsLetsManyIn() throws Exception {
        BargingSemaphore counting = new BargingSemaphore(0, fair, segmentSize);
        List<Task<Void>> waiters = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            int length = i;
            waiters.add(Threads.start(() -> {
                counting.acquire(1);
                return null;
            }));
            Threads.awaitUntil(() -> counting.line().length() == length);
        }
        counting.release(5);
        Threads.joinAll(waiters);
        counting.checkIdle(0);
    }

    @Test
    void heirThatWantsManyPermitsWaitsForAllOfThemAndIsNotOvertakenByTheLine() throws Exception {
        BargingSemaphore counting = new BargingSemaphore(0, fair, segmentSize);
        List<Integer> order = new CopyOnWriteArrayList<>();
        Task<Void> greedy = Threads.start(() -> {
            counting.acquire(3);
            order.add(3);
            return null;
        });
        greedy.awaitParked();
        Task<Void> modest = Threads.start(() -> {
            counting.acquire(1);
            order.add(1);
            return null;
        });
        modest.awaitParked();
        counting.release(1);
        counting.release(1);
        assertThat(counting.available()).isEqualTo(2);
        counting.release(1);
        greedy.join();
        counting.release(1);
        modest.join();
        assertThat(order).containsExactly(3, 1);
        counting.checkIdle(0);
    }

    @Test
    void greedyHeirThatLeavesLetsTheNextOneHaveWhatIsThere() throws Exception {
        BargingSemaphore counting = new BargingSemaphore(0, fair, segmentSize);
        Task<Void> greedy = Threads.start(() -> {
            counting.acquireInterruptibly(3);
            return null;
        });
        greedy.awaitParked();
        Task<Void> modest = Threads.start(() -> {
            counting.acquire(1);
            return null;
        });
        modest.awaitParked();
        counting.release(2);
        greedy.awaitParked().interrupt();
        assertThatThrownBy(greedy::join).isInstanceOf(InterruptedException.class);
        modest.join();
        counting.checkIdle(1);
    }

    @Test
    void bargingIsTheUsersChoice() throws Exception {
        semaphore.acquire(1);
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Task<Void>> waiters = waiters(1, order);
        assertThat(semaphore.tryAcquire(1)).isFalse();
        BargingSemaphore other = new BargingSemaphore(0, fair, segmentSize);
        Task<Void> greedy = Threads.start(() -> {
            other.acquire(2);
            return null;
        });
        greedy.awaitParked();
        other.release(1);
        assertThat(other.tryAcquire(1))
                .as("a free permit can be taken in front of the line")
                .isTrue();
        other.release(2);
        greedy.join();
        semaphore.release(1);
        Threads.joinAll(waiters);
    }

    @Test
    void heirWhoseTryFailsWithAnExceptionLeavesTheLineToTheOthers() throws Exception {
        semaphore.acquire(1);
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Task<Void>> waiters = waiters(3, order);
        Task<Void> failing = waiters.remove(0);
        semaphore.poisoned = failing.thread();
        semaphore.release(1);
        assertThatThrownBy(failing::join).isInstanceOf(IllegalStateException.class);
        Threads.joinAll(waiters);
        assertThat(order).containsExactly(1, 2);
    }

    @Test
    void whoCameFromTheLineLastStaysForOneMoreTurn() throws Exception {
        HeirQueue line = semaphore.line();
        untilSomebodyIsToLeave(line, true);
        line.cameIn();
        assertThat(line.hasTurn(true)).as("the newcomer").isTrue();
        assertThat(line.hasTurn(true)).as("the newcomer, asked again").isFalse();
        assertThat(line.hasTurn(true)).as("whoever is next").isTrue();
    }

    @Test
    void virtualThreadFromAnUnfairLineIsTheNewcomer() throws Exception {
        Kind.VIRTUAL.unstarted(() -> {}); // skips the test before there is something to give back
        HeirQueue line = semaphore.line();
        semaphore.acquire(1);
        Task<Boolean> waiter = Threads.start(Kind.VIRTUAL, () -> {
            semaphore.acquire(1);
            for (int i = 0; i < LineHints.MOST_TURNS; i++) {
                line.hadTurn();
            }
            boolean stays = line.hasTurn(true);
            semaphore.release(1);
            return stays;
        });
        waiter.awaitParked();
        semaphore.release(1);
        assertThat(waiter.join()).isEqualTo(!fair);
    }

    @Test
    void whoHasBeenInForLongerThanAnotherLeavesFirst() throws Exception {
        HeirQueue line = semaphore.line();
        untilSomebodyIsToLeave(line, true);
        line.cameIn();
        assertThat(Threads.start(() -> line.hasTurn(true)).join())
                .as("another one")
                .isFalse();
        untilSomebodyIsToLeave(line, true);
        assertThat(line.hasTurn(true))
                .as("the newcomer, who has not been asked before")
                .isTrue();
    }

    @Test
    void noPlatformThreadStaysForComingLast() {
        HeirQueue line = semaphore.line();
        untilSomebodyIsToLeave(line, false);
        line.cameIn();
        assertThat(line.hasTurn(false)).isFalse();
    }

    @Test
    void virtualThreadsStayTheLongerTheFewerWait() throws Exception {
        HeirQueue line = semaphore.line();
        assertThat(line.allComeInSoon(Tuning.SPIN_TURNS_LINE - 1)).isTrue();
        assertThat(line.allComeInSoon(Tuning.SPIN_TURNS_LINE)).isFalse();
        semaphore.acquire(1);
        List<Task<Void>> waiters = waiters(3, new CopyOnWriteArrayList<>());
        assertThat(line.allComeInSoon(Tuning.SPIN_TURNS_LINE / 3 - 1)).isTrue();
        assertThat(line.allComeInSoon(Tuning.SPIN_TURNS_LINE / 3 + 1))
                .as("three wait, one of them as the heir")
                .isFalse();
        semaphore.release(1);
        Threads.joinAll(waiters);
    }

    @Test
    void virtualThreadsHaveMostTurnsWhereTheseAreShort() {
        HeirQueue line = semaphore.line();
        Threads.awaitUntil(() -> {
            turnsOfVirtual(line); // somebody has just left
            return turnsOfVirtual(line) == LineHints.MOST_TURNS; // unless the thread is preempted
        });
        assertThat(line.hasTurn(true)).as("from the first one on").isTrue();
    }

    private static int turnsOfVirtual(HeirQueue line) {
        int turns = 0;
        while (line.hasTurn(true)) {
            line.hadTurn();
            turns++;
        }
        return turns;
    }

    private static void untilSomebodyIsToLeave(HeirQueue line, boolean virtual) {
        for (int i = 0; i < (virtual ? Tuning.SPIN_TURNS_VIRTUAL : Tuning.SPIN_TURNS); i++) {
            assertThat(line.hasTurn(virtual)).isTrue();
            line.hadTurn();
        }
        for (int i = Tuning.SPIN_TURNS_VIRTUAL; virtual && i < LineHints.MOST_TURNS; i++) {
            line.hadTurn(); // whether there are more depends on the clock
        }
    }

    // A lock with a condition

    @Test
    void signalledThreadJoinsTheLineAtItsEnd() throws Exception {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        List<String> order = new CopyOnWriteArrayList<>();
        Task<Void> waiter = Threads.start(() -> {
            lock.lock();
            lock.await();
            order.add("signalled");
            lock.unlock();
            return null;
        });
        waiter.awaitParked();
        lock.lock();
        Task<Void> first = Threads.start(() -> {
            lock.lock();
            order.add("first");
            lock.unlock();
            return null;
        });
        first.awaitParked();
        assertThat(lock.line().length()).isEqualTo(1);
        assertThat(lock.signal()).isTrue();
        assertThat(lock.line().length()).isEqualTo(2);
        assertThat(lock.line().threads()).containsExactly(first.thread(), waiter.thread());
        assertThat(lock.line().contains(waiter.thread())).isTrue();
        lock.unlock();
        first.join();
        waiter.join();
        assertThat(order).containsExactly("first", "signalled");
        lock.checkIdle();
    }

    @Test
    void signalledThreadIsTheHeirOfAnEmptyLineAndSleepsUntilTheRelease() throws Exception {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        Task<Boolean> waiter = Threads.start(() -> {
            lock.lock();
            lock.await();
            boolean locked = lock.isLocked();
            lock.unlock();
            return locked;
        });
        waiter.awaitParked();
        lock.lock();
        assertThat(lock.signal()).isTrue();
        assertThat(lock.signal()).isFalse();
        assertThat(lock.line().length()).isEqualTo(1);
        assertThat(lock.line().threads()).containsExactly(waiter.thread());
        lock.unlock();
        assertThat(waiter.join()).isTrue();
        lock.checkIdle();
    }

    @Test
    void nobodyIsWokenAheadAmongSignalledThreads() throws Exception {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        List<Task<Void>> waiters = new ArrayList<>();
        List<Boolean> nextOneSleeps = new ArrayList<>(); // guarded by the lock
        for (int i = 0; i < 3; i++) {
            int next = i + 1;
            waiters.add(Threads.<Void>start(() -> {
                        lock.lock();
                        lock.await();
                        if (next < 3) {
                            nextOneSleeps.add(
                                    lock.isBehindTheHeir(waiters.get(next).thread()));
                        }
                        lock.unlock();
                        return null;
                    })
                    .awaitParked());
        }
        lock.lock();
        while (lock.signal()) {
            // all of them
        }
        lock.unlock();
        Threads.joinAll(waiters);
        assertThat(nextOneSleeps).containsExactly(true, true);
        lock.checkIdle();
    }

    /** A thread that waits for a signal, and then has the lock and frees it. */
    private static Task<Void> waitingForASignalOf(ConditionLock lock) throws InterruptedException {
        return Threads.<Void>start(() -> {
                    lock.lock();
                    lock.await();
                    lock.unlock();
                    return null;
                })
                .awaitParked();
    }

    @Test
    void whoWasMovedAndCouldNotAcquireCountsNoLongerThanTheLineLasts() throws Exception {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        Task<Void> failing = waitingForASignalOf(lock);
        lock.lock();
        assertThat(lock.signal()).isTrue();
        lock.poisoned = failing.thread();
        lock.unlock();
        assertThatThrownBy(failing::join).hasMessage("poisoned");
        assertThat(lock.line().moved()).isEqualTo(1);
        lock.lock();
        Task<Void> next = waitingFor(lock);
        lock.unlock();
        next.join();
        lock.checkIdle();
    }

    /** Hand-offs are on, and nobody is on a carrier. */
    private static void useNoCarriers() {
        HandOff.use(new CarrierScheduler() {
            @Override
            protected @Nullable CarrierSlot current() {
                return null;
            }

            @Override
            protected void yieldCarrier() {}
        });
    }

    /** Of several permits those that are released next are mostly somebody else's; what matters to who waits is how soon. */
    @Test
    void virtualThreadsDoNotYieldWhereItTakesLongUntilSomebodyReleases() {
        HeirQueue line = semaphore.line();
        useNoCarriers();
        try {
            assertThat(line.yields(true)).isEqualTo(fair ? Tuning.SPIN_YIELDS_VIRTUAL : 0);
            longSections(line, 1);
            assertThat(line.isSteadilyLong()).as("these are no sections").isFalse();
            assertThat(line.yields(true)).isZero();
        } finally {
            HandOff.use(null);
        }
    }

    /** Then it drains, and they pass sections to and fro without a place in it. */
    @Test
    void virtualThreadsYieldBeforeAFairLineOfLongSectionsThatIsNotWhatTheyWaitFor() {
        assumeThat(Tuning.SPIN_VIRTUAL).as("several processors").isPositive();
        HeirQueue line = new ConditionLock(fair, segmentSize).line();
        learn(line, 0, LONG);
        useNoCarriers();
        try {
            assertThat(line.yields(true)).isZero();
            learnApart(line, 2 * OTHERS * LONG);
            assertThat(line.yields(true)).isEqualTo(fair ? Tuning.SPIN_YIELDS_VIRTUAL : 0);
            learn(line, 0, 2 * Tuning.SPIN_SWAP);
            learnApart(line, 4 * OTHERS * Tuning.SPIN_SWAP);
            assertThat(line.handsOver()).isFalse();
            assertThat(line.yields(true)).as("longer than they spin for").isZero();
        } finally {
            HandOff.use(null);
        }
    }

    /** Once many threads wait in a fair line it does not drain any longer. */
    @Test
    void carriersAreNotHandedOverBeforeItIsKnownWhetherThreadsStayOnThem() {
        HeirQueue line = new ConditionLock(fair, segmentSize).line();
        useNoCarriers();
        try {
            for (int i = 0; i < LineHints.STEADY / 2; i++) {
                line.learnSection(LONG);
            }
            assertThat(line.mayHandOver()).isTrue();
            assertThat(line.handsOver()).isFalse();
            line.learnApart(1);
            assertThat(line.handsOver()).isTrue();
        } finally {
            HandOff.use(null);
        }
    }

    /** Otherwise sections of 7.5 us would now and then seem longer than those who come again after 10 us stay away. */
    @Test
    void oneSectionWhoseThreadLostItsProcessorDoesNotCountForMuchAmongMany() {
        HeirQueue line = new ConditionLock(fair, segmentSize).line();
        for (int i = 0; i < LineHints.STEADY; i++) {
            line.beginsNext();
            line.noteSection();
        }
        for (int i = 0; i < 1_000; i++) {
            line.learnSection(LONG);
        }
        line.learnSection(1_000 * LONG);
        assertThat(line.sectionNanos()).isBetween(LONG + 1, LONG * 4 / 3);
    }

    @Test
    void virtualThreadsYieldBeforeAFairLineUnlessSomebodyWasMovedThere() throws Exception {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        Task<Void> waiter = waitingForASignalOf(lock);
        lock.lock();
        useNoCarriers();
        try {
            int before = lock.line().yields(true);
            assertThat(before).isEqualTo(fair ? Tuning.SPIN_YIELDS_VIRTUAL : 0);
            assertThat(lock.signal()).isTrue();
            assertThat(lock.line().yields(true)).isZero();
            assertThat(lock.line().yields(false)).as("of platform threads").isEqualTo(Tuning.SPIN_YIELDS);
            lock.unlock();
            waiter.join();
            assertThat(lock.line().yields(true)).isEqualTo(before);
        } finally {
            HandOff.use(null);
        }
        lock.checkIdle();
    }

    /** Asks until trials have ended, something being released only in those of the {@code better} kind. */
    private static void tryOut(HeirQueue line, BooleanSupplier asks, BooleanSupplier isTrying, boolean better) {
        int with = 0;
        int without = 0;
        do {
            boolean on = asks.getAsBoolean();
            with += on ? 1 : 0;
            without += on ? 0 : 1;
            if (on == better) {
                line.released(1, true);
            }
        } while (isTrying.getAsBoolean() || with == 0 || without == 0);
        assertThat(with).isGreaterThan(Trials.WAITS);
        assertThat(without).isGreaterThan(Trials.WAITS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whetherPlatformThreadsYieldIsTriedOutOnceAYieldWasDear(boolean moreIsDoneWithYields) {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        HeirQueue line = lock.line();
        line.yielded(Tuning.SPIN_YIELDS_DEAR - 1);
        for (int i = 0; i < 10 * Trials.WAITS; i++) {
            assertThat(line.triesYields()).isTrue();
        }
        line.yielded(Tuning.SPIN_YIELDS_DEAR);
        tryOut(line, line::triesYields, line::isTryingYields, moreIsDoneWithYields);
        assertThat(line.yields(false)).isEqualTo(moreIsDoneWithYields ? yields() : 0);
        lock.checkIdle();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whetherTheHeirGathersIsTriedOut(boolean moreIsDoneIfItDoes) {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        HeirQueue line = lock.line();
        tryOut(line, line::gathers, line::isTryingToGather, moreIsDoneIfItDoes);
        assertThat(line.gathers()).isEqualTo(moreIsDoneIfItDoes);
        lock.checkIdle();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoWasSignalledAndIsAloneInAnUnfairLineMayGather(boolean alone) throws Exception {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        for (int i = 0; i <= Trials.WAITS; i++) {
            Task<Void> signalled = waitingForASignalOf(lock);
            lock.lock();
            assertThat(lock.signal()).isTrue();
            Task<Void> behind = alone ? null : waitingFor(lock);
            lock.unlock();
            signalled.join();
            if (behind != null) {
                behind.join();
            }
        }
        assertThat(lock.line().isTryingToGather())
                .isEqualTo(alone && !fair && Tuning.SPIN_NANOS > 0 && Tuning.CONDITION_GATHER > 0);
        lock.checkIdle();
    }

    @Test
    void whoLeavesTheStateToOthersLetsTheTimePass() {
        long nanos = 100_000;
        long before = System.nanoTime();
        HeirQueue.leaveToOthers(nanos);
        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(nanos);
    }

    /** A thread that waits for the lock, and then frees it. */
    private static Task<Void> waitingFor(ConditionLock lock) throws InterruptedException {
        return Threads.<Void>start(() -> {
                    lock.lock();
                    lock.unlock();
                    return null;
                })
                .awaitParked();
    }

    @Test
    void releasesAreCountedAsLongAsOneOfTwoTrialsGoesOn() {
        HeirQueue line = new ConditionLock(fair, segmentSize).line();
        line.yielded(Tuning.SPIN_YIELDS_DEAR);
        while (!line.isTryingYields()) {
            line.triesYields();
        }
        boolean gathered = false;
        for (int i = 0; i < Trials.WAITS * (Trials.TRIALS + 2); i++) { // its trials begin and end
            gathered |= line.gathers();
            assertThat(line.notes).isEqualTo(LineState.PASSING);
        }
        assertThat(gathered).isTrue();
    }

    @Test
    void releasesAreNotCountedForEverWhereNobodyWaitsAnyLonger() {
        HeirQueue line = new ConditionLock(fair, segmentSize).line();
        line.yielded(Tuning.SPIN_YIELDS_DEAR);
        while (!line.isTryingYields()) {
            line.triesYields();
        }
        for (int i = 0; i < LineHints.MOST_PASSED; i++) {
            assertThat(line.notes).isEqualTo(LineState.PASSING);
            line.released(1, true);
        }
        assertThat(line.notes).isZero();
        while (line.notes == 0) {
            line.triesYields(); // somebody waits again
        }
        assertThat(line.isTryingYields()).isTrue();
    }

    @Test
    void aLookIsDearWhereProcessorsAreFarApartAndSectionsShort() {
        HeirQueue line = new ConditionLock(fair, segmentSize).line();
        assertThat(line.isLookDear()).as("nothing known").isFalse();
        learn(line, 50, 100);
        assertThat(line.isLookDear()).as("near").isFalse();
        learn(line, 250, 100);
        assertThat(line.isLookDear()).as("far").isTrue();
        learn(line, 250, 5_000);
        assertThat(line.isLookDear()).as("far, long sections").isFalse();
    }

    /** How often a platform thread yields before it joins a line of which nothing is known. */
    private int yields() {
        return fair ? Tuning.SPIN_YIELDS_FAIR : Tuning.SPIN_YIELDS;
    }

    @Test
    void platformThreadsDoNotYieldWhereSectionsTakeLong() {
        HeirQueue line = semaphore.line();
        assertThat(line.yields(false)).isEqualTo(yields());
        learn(line, 0, Tuning.SPIN_SECTION_FEW);
        assertThat(line.yields(false)).isEqualTo(yields());
        learn(line, 0, Tuning.SPIN_SECTION_LONGEST);
        assertThat(line.yields(false)).as("nobody waits").isEqualTo(fair ? yields() : 0);
        learn(line, 0, 2 * Tuning.SPIN_SECTION_LONGEST);
        assertThat(line.yields(false)).isZero();
        learn(line, 0, 1_000);
        assertThat(line.yields(false)).isEqualTo(yields());
    }

    @Test
    void platformThreadsYieldBeforeAnUnfairLineOfLongSectionsIfSeveralWait() throws Exception {
        semaphore.acquire(1);
        List<Task<Void>> waiters = new ArrayList<>();
        long section = Tuning.SPIN_SECTION_LONGEST;
        assertThat(yieldsBehind(waiters, HeirQueue.FEW, section))
                .isEqualTo(fair ? yields() : 0); // the first one has the role
        assertThat(yieldsBehind(waiters, 1, section)).as("no longer few").isEqualTo(yields());
        semaphore.release(1);
        Threads.joinAll(waiters);
    }

    @Test
    void platformThreadsDoNotYieldBeforeAFairLineThatLastsLong() throws Exception {
        semaphore.acquire(1);
        List<Task<Void>> waiters = new ArrayList<>();
        long section = Tuning.SPIN_LINE_LONGEST / 20;
        assertThat(yieldsBehind(waiters, 21, section))
                .as("20 sections")
                .isEqualTo(yields()); // the first one has the role
        assertThat(yieldsBehind(waiters, 1, section)).as("21 sections").isEqualTo(fair ? 0 : yields());
        semaphore.release(1);
        Threads.joinAll(waiters);
    }

    /** How often a platform thread yields before it joins the line of such sections behind {@code waiters} and {@code more}, who are added. */
    private int yieldsBehind(List<Task<Void>> waiters, int more, long section) {
        HeirQueue line = semaphore.line();
        learn(line, 0, 2 * Tuning.SPIN_SECTION_LONGEST); // nobody yields, and so no yield is dear
        waiters.addAll(waiters(more, new CopyOnWriteArrayList<>()));
        learn(line, 0, 1_000);
        learn(line, 0, section);
        return line.yields(false);
    }

    /** Who lingers before a fair line with success has met a short section: that says nothing of the others. */
    @Test
    void sectionsOfPlatformThreadsThatHaveWaitedAreTimed() throws Exception {
        for (int i = 0; semaphore.line().sectionNanos() == 0; i++) {
            assertThat(i).as("sections").isLessThan(100);
            semaphore.acquire(1);
            List<Task<Void>> waiter = waiters(1, new CopyOnWriteArrayList<>());
            semaphore.release(1);
            Threads.joinAll(waiter);
        }
    }

    private static void learn(HeirQueue line, long look, long section) {
        for (int i = 0; i < 100; i++) {
            line.learnLook(look);
            line.learnSection(section);
        }
    }

    /** Where carriers are handed over, and only for sections that do, and that a platform thread would wait for. */
    @Test
    void aVirtualThreadSpinsForAWholeSectionIfThatIsNeitherShortNorLong() {
        assumeThat(Tuning.SPIN_VIRTUAL).as("several processors").isPositive();
        HeirQueue line = new ConditionLock(fair, segmentSize).line();
        try {
            learn(line, 0, LONG);
            long section = line.sectionNanos();
            assertThat(section).isBetween(LONG - 10, LONG);
            assertThat(line.longestSpin(false)).isEqualTo(Tuning.SPIN_NANOS);
            assertSpinsAsEver(line);
            useNoCarriers();
            assertThat(line.longestSpin(true)).isEqualTo(section);
            assertThat(line.swapsPlaces()).isEqualTo(!fair);
            assertThat(line.wakesAhead()).isEqualTo(fair);
            assertThat(line.longestSpin(false)).isEqualTo(Tuning.SPIN_NANOS);
            learn(line, 0, 2 * Tuning.SPIN_NANOS);
            assertSpinsAsEver(line);
            learn(line, 0, Tuning.CES_SECTION / 2);
            assertSpinsAsEver(line);
        } finally {
            HandOff.use(null);
        }
    }

    private static void assertSpinsAsEver(HeirQueue line) {
        assertThat(line.longestSpin(true)).isEqualTo(Tuning.SPIN_VIRTUAL);
        assertThat(line.swapsPlaces()).isFalse();
        assertThat(line.wakesAhead()).isFalse();
    }

    /** What a thread does before it wakes one by {@link #useCarriers}. */
    private Runnable beforeWaking = () -> {};

    /** How often threads have yielded on {@link #useCarriers}. */
    private final AtomicInteger yields = new AtomicInteger();

    /** Hand-offs are on, and each virtual thread on a carrier of its own, in whose queue so many others are. Answers who is woken by them. */
    private List<Thread> useCarriers(int queued) {
        return useCarriers(queued, 0, Long.MAX_VALUE);
    }

    private List<Thread> useCarriers(int queued, int backlog, long turn) {
        List<Thread> woken = new CopyOnWriteArrayList<>();
        HandOff.use(new CarrierScheduler() {
            private final ThreadLocal<CarrierSlot> slots = ThreadLocal.withInitial(() -> new CarrierSlot(
                    new QuietPool() {
                        @Override
                        protected int queued() {
                            return queued;
                        }

                        @Override
                        protected int backlog() {
                            return backlog;
                        }
                    },
                    64,
                    32,
                    0,
                    turn));

            @Override
            protected @Nullable CarrierSlot current() {
                return Tuning.isVirtual(Thread.currentThread()) ? slots.get() : null;
            }

            @Override
            protected void unpark(Thread waiter) {
                woken.add(waiter);
                beforeWaking.run();
                LockSupport.unpark(waiter);
            }

            @Override
            protected void yieldCarrier() {
                yields.incrementAndGet();
                Thread.yield();
            }
        });
        return woken;
    }

    /** It would spin otherwise, and those that spin and meet nobody keep what is shared from their carriers. */
    @Test
    void whoComesToAnUnfairLineJoinsAtOnceWhereSomethingSharedHasWaitedForLong() throws Exception {
        assumeThat(fair).isFalse();
        assumeThat(Tuning.SPIN_VIRTUAL).isPositive();
        Kind.VIRTUAL.unstarted(() -> {}); // skips the test before there is something to give back
        assertThat(looksBeforeItJoins(0)).isPositive();
        assertThat(looksBeforeItJoins(1)).isZero();
    }

    private int looksBeforeItJoins(int backlog) throws Exception {
        useCarriers(0, backlog, 0);
        try {
            AtomicInteger looks = new AtomicInteger();
            semaphore.acquire(1);
            List<Task<Void>> waiters = waiters(1, new CopyOnWriteArrayList<>());
            Task<Void> task = Threads.start(Kind.VIRTUAL, () -> {
                for (int i = 0; i < 3; i++) {
                    HandOff.leavesAtOnce(); // the clock is looked at every fourth time
                }
                semaphore.beforeLook.put(Thread.currentThread(), new Runnable() {
                    @Override
                    public void run() {
                        looks.getAndIncrement();
                        semaphore.beforeLook.put(Thread.currentThread(), this);
                    }
                });
                semaphore.acquire(1);
                semaphore.release(1);
                return null;
            });
            task.awaitParked();
            int before = looks.get();
            semaphore.release(1);
            task.join();
            Threads.joinAll(waiters);
            return before;
        } finally {
            HandOff.use(null);
        }
    }

    @Test
    void whoJoinsAnUnfairLineHasTheHeirTakeItsPlaceOnACarrierWithNothingElseToDo() throws Exception {
        assertThat(wokenByWhoJoins(0)).hasSize(fair ? 0 : 1);
    }

    @Test
    void whoLeavesACarrierToOthersWakesNobody() throws Exception {
        assertThat(wokenByWhoJoins(1)).isEmpty();
    }

    /** Whoever comes has a carrier for it. */
    @Test
    void anHeirThatSpinsInVainAgainAndAgainIsSeldomCalled() throws Exception {
        assertThat(wokenByWhoJoins(0, 100)).hasSizeLessThan(50);
    }

    /** It takes some time to get there, and others release meanwhile. */
    @Test
    void anHeirThatFindsTheStateFreeWasCalledInTime() throws Exception {
        assumeThat(Tuning.SPIN_VIRTUAL).as("several processors").isPositive();
        assumeThat(fair).isFalse();
        Kind.VIRTUAL.unstarted(() -> {}); // skips this test where there are none, with nothing held
        HeirQueue line = semaphore.line();
        line.beginsNext();
        line.noteSection(); // somebody releases what it has acquired
        learn(line, 0, LONG);
        semaphore.acquire(1);
        List<Task<Void>> waiting = new ArrayList<>();
        Callable<Void> acquiring = () -> {
            semaphore.acquire(1);
            return null;
        };
        waiting.add(Threads.start(acquiring).awaitParked());
        try {
            List<Thread> woken = useCarriers(0);
            while (woken.size() < 3 || waiting.size() < 20) { // in vain
                waiting.add(Threads.start(Kind.VIRTUAL, acquiring).awaitParked());
            }
            beforeWaking = () -> semaphore.release(1);
            int before = woken.size();
            int released = 0;
            for (int late = 0; late < 10; ) {
                waiting.add(Threads.start(Kind.VIRTUAL, acquiring).awaitParked());
                if (woken.size() > before + released) {
                    Threads.awaitUntil(() -> semaphore.available() == 0 && line.line % LineState.QUEUED == 0);
                    released++;
                }
                late += Math.min(released, 1);
            }
            assertThat(released).as("each time since the first").isEqualTo(10);
            beforeWaking = () -> {};
            semaphore.release(waiting.size() - released);
            Threads.joinAll(waiting);
            semaphore.release(1);
        } finally {
            HandOff.use(null);
        }
    }

    private List<Thread> wokenByWhoJoins(int queued) throws Exception {
        return wokenByWhoJoins(queued, 1);
    }

    /** Whom virtual threads wake that join a line of one while somebody else has the lock. */
    private List<Thread> wokenByWhoJoins(int queued, int joins) throws Exception {
        assumeThat(Tuning.SPIN_VIRTUAL).as("several processors").isPositive();
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        Callable<Void> locking = () -> {
            lock.lock();
            lock.unlock();
            return null;
        };
        learn(lock.line(), 0, LONG);
        lock.lock();
        Task<Void> heir = Threads.start(locking);
        heir.awaitParked();
        try {
            List<Thread> woken = useCarriers(queued);
            List<Task<Void>> joining = new ArrayList<>();
            for (int i = 0; i < joins; i++) {
                joining.add(Threads.start(Kind.VIRTUAL, locking).awaitParked());
                heir.awaitParked();
            }
            List<Thread> wokenByThem = List.copyOf(woken);
            assertThat(wokenByThem).isSubsetOf(heir.thread());
            lock.unlock();
            heir.join();
            Threads.joinAll(joining);
            lock.checkIdle();
            return wokenByThem;
        } finally {
            HandOff.use(null);
        }
    }

    private static final long OTHERS = Math.max(Tuning.CARRIERS - 1, 1);

    private static void learnApart(HeirQueue line, long nanos) {
        for (int i = 0; i < 1_000; i++) {
            line.learnApart(nanos);
        }
    }

    /** All who run can have their sections in turn then, and need not wait. */
    @Test
    void carriersAreNotHandedOverWhereThreadsStayOnThemUntilAllOthersHadASection() {
        HeirQueue line = new ConditionLock(fair, segmentSize).line();
        learn(line, 0, LONG);
        useNoCarriers();
        try {
            assertThat(line.handsOver()).as("nothing is known").isTrue();
            learnApart(line, OTHERS * LONG / 2);
            assertThat(line.handsOver()).isTrue();
            learnApart(line, OTHERS * LONG);
            assertThat(line.handsOver()).isFalse();
            assertThat(line.swapsPlaces()).isFalse();
            assertThat(line.mayHandOver()).as("others have turns").isTrue();
            line.learnApart(-1_000_000_000);
            assertThat(line.handsOver()).isFalse();
            line.learnApart(0);
            assertThat(line.handsOver()).as("threads leave their carriers").isTrue();
        } finally {
            HandOff.use(null);
        }
    }

    @Test
    void forHowLongAThreadStaysOnItsCarrierIsLearned() {
        assertThat(handsOverAfterALongGap(slot -> {})).isFalse();
    }

    /** Somebody else has the carrier meanwhile. */
    @Test
    void forHowLongAThreadIsAwayThatLeavesItsCarrierIsNotLearned() {
        assertThat(handsOverAfterALongGap(CarrierSlot::drain)).isTrue();
    }

    /** It has not left it by itself, and may well stay there otherwise. */
    @Test
    void whoYieldsAtTheEndOfATurnDoesNotTellForHowLongItStays() throws Exception {
        assertThat(isTakenForLeaving(0)).isFalse();
    }

    @Test
    void whoHandsItsCarrierOverDoesNotTellForHowLongItStays() throws Exception {
        assertThat(isTakenForLeaving(3)).isFalse();
    }

    /** Whether the current thread seems to have left its carrier by itself after a timed section, where it hands over to the first of so many, or has its turn end if there are none. */
    private boolean isTakenForLeaving(int waiters) throws Exception {
        useOneCarrier();
        try {
            ConditionLock lock = new ConditionLock(fair, segmentSize);
            HeirQueue line = lock.line();
            learn(line, 0, LONG);
            HandOff.count();
            line.noteVirtual();
            long longest = Tuning.CES_APART * OTHERS * line.sectionNanos() / 100;
            line.learnApart(longest);
            assertThat(line.handsOver()).isTrue();
            lock.lock();
            List<Task<Void>> waiting = new ArrayList<>();
            for (int i = 0; i < waiters; i++) {
                waiting.add(waitingFor(lock));
            }
            line.noteTimedTurn();
            lock.unlock();
            for (int i = 0; yields.get() == 0 && i < 1_000; i++) {
                line.giveWay();
            }
            assertThat(yields.get()).isEqualTo(1);
            line.noteVirtualReturn();
            line.learnApart(2 * longest); // makes it a little more than the longest, unless it was halved meanwhile
            boolean taken = line.handsOver();
            Threads.joinAll(waiting);
            lock.checkIdle();
            return taken;
        } finally {
            HandOff.use(null);
        }
    }

    /** Hand-offs are on for the current thread, whose carrier runs whoever it was handed over to as it yields. */
    private CarrierSlot useOneCarrier() {
        Thread user = Thread.currentThread();
        QuietPool pool = new QuietPool() {
            @Override
            protected boolean is(Object scheduler) {
                return true;
            }
        };
        CarrierSlot slot = new CarrierSlot(pool, 64, 32, 0, 0);
        HandOff.use(new CarrierScheduler() {
            @Override
            protected @Nullable CarrierSlot current() {
                return Thread.currentThread() == user ? slot : null;
            }

            @Override
            protected void unpark(Thread waiter) {
                assertThat(slot.take(pool, () -> LockSupport.unpark(waiter), true))
                        .isTrue();
            }

            @Override
            protected void yieldCarrier() {
                yields.incrementAndGet();
                slot.drain();
            }
        });
        return slot;
    }

    private boolean handsOverAfterALongGap(Consumer<CarrierSlot> meanwhile) {
        CarrierSlot slot = useOneCarrier();
        try {
            HeirQueue line = new ConditionLock(fair, segmentSize).line();
            learn(line, 0, LONG);
            line.noteTimedTurn();
            stayForLong();
            meanwhile.accept(slot);
            line.noteVirtualReturn();
            return line.handsOver();
        } finally {
            HandOff.use(null);
        }
    }

    /** For longer than all others have such a section. */
    private static void stayForLong() {
        long end = System.nanoTime() + OTHERS * 2 * LONG;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aVirtualThreadThatHasToWaitTellsForHowLongItHasStayed() throws Exception {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        HeirQueue line = lock.line();
        learn(line, 0, LONG);
        useCarriers(0);
        CountDownLatch hasReleased = new CountDownLatch(1);
        CountDownLatch isLocked = new CountDownLatch(1);
        try {
            Task<Void> returning = Threads.start(Kind.VIRTUAL, () -> {
                lock.lock();
                lock.unlock();
                line.noteTimedTurn();
                hasReleased.countDown();
                isLocked.await();
                stayForLong();
                lock.lock();
                lock.unlock();
                return null;
            });
            hasReleased.await();
            assertThat(line.handsOver()).isTrue();
            lock.lock();
            isLocked.countDown();
            Threads.awaitUntil(() -> !line.handsOver());
            lock.unlock();
            returning.join();
            lock.checkIdle();
        } finally {
            HandOff.use(null);
        }
    }

    /** To be counted costs more than many a short section takes, and would be for nothing where nobody leaves from within it. */
    @Test
    void aShortSectionOfALockIsCountedOnceSomebodyWouldHaveLeftFromWithinIt() throws Exception {
        HeirQueue line = new ConditionLock(fair, segmentSize).line();
        useCarriers(0);
        try {
            Threads.start(Kind.VIRTUAL, () -> {
                        HandOff.count();
                        line.noteVirtual();
                        assertThat(line.isTold()).isEqualTo(fair);
                        line.beginsNext();
                        line.noteSection();
                        assertThat(line.isTold()).isEqualTo(fair);
                        line.beginsNext();
                        HandOff.giveWay(false, false); // something fair was released
                        line.noteSection();
                        assertThat(line.isTold()).isTrue();
                        return null;
                    })
                    .join();
        } finally {
            HandOff.use(null);
        }
    }

    @Test
    void aShortSectionOfPermitsIsCountedWhereThatIsDone() throws Exception {
        HeirQueue line = new BargingSemaphore(1, fair, segmentSize).line();
        useCarriers(0);
        try {
            HandOff.count();
            line.noteVirtual();
            assertThat(line.isTold()).isTrue();
        } finally {
            HandOff.use(null);
        }
    }

    @Test
    void allTrialsCountAsManyReleases() {
        HeirQueue line = new ConditionLock(fair, segmentSize).line();
        line.yielded(Tuning.SPIN_YIELDS_DEAR);
        boolean yields = line.triesYields();
        for (int trial = 0; trial < Trials.TRIALS; trial++) {
            while (line.triesYields() == yields) {
                /* until the next one begins */
            }
            yields = !yields;
            for (int i = 0; i < LineHints.MOST_PASSED - 1; i++) {
                line.released(1, true);
            }
            assertThat(line.notes).as("in trial %d", trial).isEqualTo(LineState.PASSING);
        }
    }

    @Test
    void whoComesByItselfIsWokenAheadInAFairLine() throws Exception {
        assertThat(nextOneSleeps(Tuning.SPIN_SECTION_EARLY)).isEqualTo(!fair);
    }

    @Test
    void nobodyIsWokenAheadOfALongSection() throws Exception {
        assertThat(nextOneSleeps(2 * Tuning.SPIN_SECTION_EARLY)).isTrue();
    }

    /** The next one spins until the section is over, and its carrier has nothing else to do; whether it is handed over does not matter. */
    @Test
    void aVirtualThreadIsWokenAheadOfASectionThatItCanSpinThrough() throws Exception {
        assumeThat(Tuning.SPIN_VIRTUAL).as("several processors").isPositive();
        for (long apart : new long[] {1, 2 * OTHERS * Tuning.SPIN_SWAP}) {
            assertThat(nextVirtualOneSleeps(LONG, apart, 1)).isEqualTo(!fair);
            assertThat(nextVirtualOneSleeps(LONG, apart, 2))
                    .as("others wait for the carrier")
                    .isTrue();
            assertThat(nextVirtualOneSleeps(2 * Tuning.SPIN_SWAP, apart, 0)).isTrue();
        }
    }

    private boolean nextVirtualOneSleeps(long section, long apart, int queued) throws Exception {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        learn(lock.line(), 0, section);
        learnApart(lock.line(), apart);
        try {
            useCarriers(queued);
            return nextOneSleeps(Kind.VIRTUAL, lock);
        } finally {
            HandOff.use(null);
        }
    }

    /** Their sections last until the next one has gone to sleep. */
    @Test
    void nobodyIsWokenAheadWhereThatWasInVainAgainAndAgain() throws Exception {
        assumeThat(Tuning.SPIN_VIRTUAL).as("several processors").isPositive();
        assumeThat(fair).isTrue();
        ConditionLock lock = new ConditionLock(true, segmentSize);
        HeirQueue line = lock.line();
        learn(line, 0, LONG);
        AtomicInteger wokenAhead = new AtomicInteger();
        lock.lock();
        try {
            useCarriers(0);
            Callable<Void> locking = () -> {
                lock.lock();
                if ((line.line & LineState.HEIR) != LineState.NONE) {
                    wokenAhead.incrementAndGet();
                    Threads.awaitUntil(() -> (line.line & LineState.HEIR) == LineState.PARKED);
                }
                learn(line, 0, LONG); // whatever is learned of this section
                lock.unlock();
                return null;
            };
            List<Task<Void>> waiters = new ArrayList<>();
            while (waiters.size() < 20) {
                waiters.add(Threads.start(Kind.VIRTUAL, locking).awaitParked());
            }
            lock.unlock();
            Threads.joinAll(waiters);
        } finally {
            HandOff.use(null);
        }
        assertThat(wokenAhead).hasValue(3);
        lock.checkIdle();
    }

    private boolean nextOneSleeps(long section) throws Exception {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        learn(lock.line(), 0, section);
        return nextOneSleeps(Kind.PLATFORM, lock);
    }

    /** Of two threads that wait for a lock, whether the second one is left alone as the first one has acquired it. */
    private boolean nextOneSleeps(Kind kind, ConditionLock lock) throws Exception {
        List<Task<Boolean>> waiters = new ArrayList<>();
        lock.lock();
        for (int i = 0; i < 2; i++) {
            boolean first = i == 0;
            waiters.add(Threads.start(kind, () -> {
                        lock.lock();
                        boolean nextOneSleeps =
                                first && lock.isBehindTheHeir(waiters.get(1).thread());
                        lock.unlock();
                        return nextOneSleeps;
                    })
                    .awaitParked());
        }
        lock.unlock();
        assertThat(waiters.get(1).join()).isFalse();
        lock.checkIdle();
        return waiters.get(0).join();
    }

    @Test
    void interruptOfASignalledThreadIsKept() throws Exception {
        ConditionLock lock = new ConditionLock(fair, segmentSize);
        List<Task<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiters.add(Threads.start(() -> {
                        lock.lock();
                        lock.await();
                        lock.unlock();
                        return Thread.interrupted();
                    })
                    .awaitParked());
        }
        lock.lock();
        for (Task<Boolean> waiter : waiters) {
            assertThat(lock.signal()).isTrue();
            waiter.interrupt();
        }
        assertThat(lock.line().length()).isEqualTo(3);
        lock.unlock();
        for (Task<Boolean> waiter : waiters) {
            assertThat(waiter.join()).isTrue();
        }
        lock.checkIdle();
    }

    /** Two permits, both taken; a thread that waits for one of them; one that is about to spin for {@code wanted}, and does {@code then} first. */
    private final class Spinning {
        final BargingSemaphore two = new BargingSemaphore(2, fair, segmentSize);
        final CountDownLatch looking = new CountDownLatch(1);
        final CountDownLatch mayLook = new CountDownLatch(1);
        final List<String> order = new CopyOnWriteArrayList<>();
        final Task<Void> waiter;
        final Task<Void> spinner;

        Spinning(int wanted, Runnable then) throws InterruptedException {
            two.acquire(2);
            waiter = Threads.<Void>start(() -> {
                        two.acquire(1);
                        order.add("waiter");
                        two.release(1);
                        return null;
                    })
                    .awaitParked();
            spinner = Threads.start(() -> {
                two.beforeLook.put(Thread.currentThread(), () -> {
                    looking.countDown();
                    Threads.awaitUntil(() -> mayLook.getCount() == 0);
                    then.run();
                });
                two.acquire(wanted);
                order.add("spinner");
                two.release(wanted);
                return null;
            });
            looking.await();
        }
    }

    @Test
    void whatTheSpinnerCannotTakeGoesToTheHeir() throws Exception {
        assumeThat(fair || Tuning.SPIN_BARGE == 0).isFalse();
        Spinning test = new Spinning(2, () -> {});
        test.two.release(1); // wakes nobody, as the spinner is there
        assertThat(test.order).isEmpty();
        test.waiter.awaitParked();
        test.mayLook.countDown();
        test.waiter.join();
        test.two.release(1);
        test.spinner.join();
        assertThat(test.order).containsExactly("waiter", "spinner");
        test.two.checkIdle(2);
    }

    @Test
    void whatTheSpinnerTakesWakesNobodyBeforeItIsBack() throws Exception {
        assumeThat(fair || Tuning.SPIN_BARGE == 0).isFalse();
        Spinning test = new Spinning(1, () -> {});
        test.two.release(1);
        test.mayLook.countDown();
        test.spinner.join();
        test.waiter.join();
        assertThat(test.order).containsExactly("spinner", "waiter");
        test.two.release(1);
        test.two.checkIdle(2);
    }

    @Test
    void aSpinnerThatFailsLeavesTheLineAlive() throws Exception {
        assumeThat(fair || Tuning.SPIN_BARGE == 0).isFalse();
        AtomicReference<@Nullable Runnable> poison = new AtomicReference<>();
        Spinning test =
                new Spinning(1, () -> Objects.requireNonNull(poison.get()).run());
        poison.set(() -> test.two.poisoned = Thread.currentThread());
        test.two.release(1);
        test.mayLook.countDown();
        assertThatThrownBy(test.spinner::join).hasMessage("poisoned");
        test.waiter.join();
        test.two.release(1);
        test.two.checkIdle(2);
    }

    @Test
    void oneThreadAtATimeSpinsBesideTheLine() throws Exception {
        assumeThat(fair || Tuning.SPIN_BARGE == 0).isFalse();
        Spinning test = new Spinning(1, () -> {});
        Task<Void> next = Threads.start(() -> {
            test.two.acquire(1);
            test.two.release(1);
            return null;
        });
        next.awaitParked(); // while the spinner is still about to look
        assertThat(test.two.line().length()).isEqualTo(2);
        test.mayLook.countDown();
        test.two.release(2);
        test.spinner.join();
        test.waiter.join();
        next.join();
        test.two.checkIdle(2);
    }

    /** Looks at the permits by a thread that is interrupted as soon as it waits behind another. */
    private int looksOfWhoGivesUp() {
        AtomicInteger looks = new AtomicInteger();
        Thread current = Thread.currentThread();
        Runnable counts = new Runnable() {
            @Override
            public void run() {
                looks.incrementAndGet();
                semaphore.beforeLook.put(current, this);
            }
        };
        semaphore.beforeLook.put(current, counts);
        current.interrupt();
        assertThatThrownBy(() -> semaphore.acquireInterruptibly(1)).isInstanceOf(InterruptedException.class);
        semaphore.beforeLook.remove(current);
        return looks.get();
    }

    @Test
    void whereThreadsGiveUpNobodyTriesWhetherToSpinBesideTheLine() throws Exception {
        assumeThat(fair || Tuning.SPIN_BARGE == 0).isFalse();
        semaphore.acquire(1);
        List<Task<Void>> waiters = waiters(1, new CopyOnWriteArrayList<>());
        assertThat(looksOfWhoGivesUp()).isPositive();
        for (int i = 0; i < 20; i++) {
            looksOfWhoGivesUp(); // in which it is learned that it is in vain
        }
        for (int i = 0; i < 2_000; i++) {
            assertThat(looksOfWhoGivesUp()).isZero();
        }
        semaphore.release(1);
        Threads.joinAll(waiters);
    }
}
