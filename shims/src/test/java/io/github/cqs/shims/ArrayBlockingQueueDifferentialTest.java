package io.github.cqs.shims;

import static java.util.concurrent.TimeUnit.HOURS;

import io.github.cqs.shims.support.Differential;
import io.github.cqs.shims.support.Impl;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same scripts on {@link ArrayBlockingQueue} and its shim. */
class ArrayBlockingQueueDifferentialTest extends Differential<ArrayBlockingQueue<Integer>> {
    private enum Waits {
        NOT,
        FOR_ROOM,
        FOR_ELEMENTS
    }

    private boolean fair;
    private final Waits[] waits = new Waits[WORKERS];
    private int element;

    @Test
    void unfairScriptsAgree() {
        fair = false;
        runScripts(250, 60, 7_000_000);
    }

    @Test
    void fairScriptsAgree() {
        fair = true;
        runScripts(250, 60, 8_000_000);
    }

    @Test
    @Tag("large")
    void manyScriptsAgree() {
        for (boolean each : new boolean[] {false, true}) {
            fair = each;
            runScripts(50_000, 60, each ? 800_000_000L : 700_000_000L);
        }
    }

    @Override
    protected ArrayBlockingQueue<Integer> newSubject(Impl impl, Random random) {
        int capacity = 1 + random.nextInt(4);
        List<Integer> initial = new ArrayList<>();
        if (random.nextInt(3) == 0) {
            for (int i = random.nextInt(capacity + 1); i > 0; i--) {
                initial.add(-i);
            }
        }
        return impl.queue(capacity, fair, initial);
    }

    @Override
    protected int initialNet(ArrayBlockingQueue<Integer> subject) {
        return subject.size();
    }

    @Override
    protected void begin() {
        element = 0;
    }

    private static Op<ArrayBlockingQueue<Integer>> op(
            String name, boolean interruptible, Call<ArrayBlockingQueue<Integer>> call) {
        return new Op<>(name, interruptible, call);
    }

    private static Object in(Side<ArrayBlockingQueue<Integer>> side, boolean inserted) {
        side.add(inserted ? 1 : 0);
        return inserted;
    }

    private static Object out(Side<ArrayBlockingQueue<Integer>> side, Integer removed) {
        side.add(removed != null ? -1 : 0);
        return removed;
    }

    private int waiting(Side<?> side, Waits what) {
        int n = 0;
        for (int i = 0; i < WORKERS; i++) {
            if (side.isBusy(i) && waits[i] == what) {
                n++;
            }
        }
        return n;
    }

    @Override
    protected Op<ArrayBlockingQueue<Integer>> next(Random random, int worker, Side<ArrayBlockingQueue<Integer>> side) {
        int e = element++;
        int n = random.nextInt(4);
        // Which of several putters that are woken together comes first is open, unless the queue is fair.
        boolean mayWakeMany = fair || waiting(side, Waits.FOR_ROOM) <= 1;
        // The JDK's removeIf wakes no putter.
        boolean mayRemoveSilently = waiting(side, Waits.FOR_ROOM) == 0;
        int choice = random.nextInt(26);
        waits[worker] = choice < 5 ? Waits.FOR_ROOM : choice < 9 ? Waits.FOR_ELEMENTS : Waits.NOT;
        return switch (choice) {
            case 0, 1, 2 ->
                op("put " + e, true, s -> {
                    s.subject().put(e);
                    return in(s, true);
                });
            case 3, 4 -> op("offer(1h) " + e, true, s -> in(s, s.subject().offer(e, 1, HOURS)));
            case 5, 6 -> op("take", true, s -> out(s, s.subject().take()));
            case 7, 8 -> op("poll(1h)", true, s -> out(s, s.subject().poll(1, HOURS)));
            case 9, 10 -> op("offer " + e, false, s -> in(s, s.subject().offer(e)));
            case 11 -> op("offer(0) " + e, true, s -> in(s, s.subject().offer(e, 0, HOURS)));
            case 12 -> op("add " + e, false, s -> in(s, s.subject().add(e)));
            case 13, 14 -> op("poll", false, s -> out(s, s.subject().poll()));
            case 15 -> op("poll(0)", true, s -> out(s, s.subject().poll(0, HOURS)));
            case 16 -> op("remove", false, s -> out(s, s.subject().remove()));
            case 17 ->
                op("remove(o)", false, s -> {
                    Object[] elements = s.subject().toArray();
                    return elements.length > n && s.subject().remove(elements[n]) ? out(s, e) : "no such";
                });
            case 18 ->
                op("drainTo " + n, false, s -> {
                    List<Integer> target = new ArrayList<>();
                    s.add(-s.subject().drainTo(target, mayWakeMany ? n : Math.min(n, 1)));
                    return target;
                });
            case 19 ->
                !mayWakeMany
                        ? op("size", false, s -> s.subject().size())
                        : op("clear", false, s -> {
                            int size = s.subject().size();
                            s.subject().clear();
                            s.add(-size);
                            return "cleared " + size;
                        });
            case 20 ->
                op("iterator.remove " + n, false, s -> {
                    int i = 0;
                    for (Iterator<Integer> it = s.subject().iterator(); it.hasNext(); i++) {
                        Integer next = it.next();
                        if (i == n) {
                            it.remove();
                            return out(s, next);
                        }
                    }
                    return "too few";
                });
            case 21 ->
                !mayRemoveSilently
                        ? op("peek", false, s -> s.subject().peek())
                        : op("removeIf odd", false, s -> {
                            int before = s.subject().size();
                            boolean changed = s.subject().removeIf(x -> x % 2 != 0);
                            s.add(s.subject().size() - before);
                            return changed;
                        });
            case 22 -> op("contains", false, s -> s.subject().contains(e - 2));
            case 23 -> op("toArray", false, s -> List.of(s.subject().toArray(new Integer[0])));
            case 24 -> op("element", false, s -> s.subject().element());
            default ->
                op("drain to a target that throws", false, s -> {
                    List<Integer> target = new ArrayList<>();
                    try {
                        s.subject().drainTo(thatTakes(mayWakeMany ? n : 0, target));
                        return target;
                    } finally {
                        s.add(-target.size());
                    }
                });
        };
    }

    private static Collection<Integer> thatTakes(int limit, List<Integer> target) {
        return new AbstractCollection<>() {
            @Override
            public boolean add(Integer e) {
                if (target.size() == limit) {
                    throw new IllegalStateException("full at " + limit);
                }
                return target.add(e);
            }

            @Override
            public Iterator<Integer> iterator() {
                return target.iterator();
            }

            @Override
            public int size() {
                return target.size();
            }
        };
    }

    @Override
    protected boolean rests(Side<ArrayBlockingQueue<Integer>> side) {
        int size = side.subject().size();
        return side.net == size
                && (waiting(side, Waits.FOR_ELEMENTS) == 0 || size == 0)
                && (waiting(side, Waits.FOR_ROOM) == 0 || side.subject().remainingCapacity() == 0);
    }

    @Override
    protected String state(ArrayBlockingQueue<Integer> subject) {
        return subject + " size " + subject.size() + " room " + subject.remainingCapacity();
    }

    @Override
    protected Op<ArrayBlockingQueue<Integer>> finish(Side<ArrayBlockingQueue<Integer>> side) {
        return waiting(side, Waits.FOR_ELEMENTS) > 0
                ? op("offers", false, s -> in(s, s.subject().offer(-9)))
                : op("polls", false, s -> out(s, s.subject().poll()));
    }
}
