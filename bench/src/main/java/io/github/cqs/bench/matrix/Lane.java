package io.github.cqs.bench.matrix;

/** What one worker counts in one slice. Used by that worker alone; read by the crew when it has come back. */
public final class Lane {
    /* The counters share an array with room on both sides, so that no two workers write to one cache line. */
    private static final int ROOM = 16;
    private static final int OPS = ROOM;
    private static final int TURN = ROOM + 1;
    private static final int WORK = ROOM + 2;
    private static final int SAMPLES = ROOM + 3;
    private static final int HEAD = ROOM + 4;

    /** Every so many waits one is timed: a clock costs as much as a lock. */
    private static final int SAMPLE_EVERY = 32;

    private final Stop stop;
    private final int index;
    private final int room;
    private final long[] cells;
    private volatile Object sink = "";

    Lane(Stop stop, int index, int samples) {
        this.stop = stop;
        this.index = index;
        this.room = samples;
        cells = new long[HEAD + samples + ROOM];
        cells[WORK] = index + 1L;
    }

    /** A lane of nobody's, to try work on. */
    public static Lane spare() {
        return new Lane(new Stop(), 0, 1);
    }

    /** Ends a slice. */
    static final class Stop {
        private volatile boolean now;

        void set(boolean value) {
            now = value;
        }
    }

    /** Forgets the last slice. */
    void reset() {
        cells[OPS] = 0;
        cells[SAMPLES] = 0;
    }

    public boolean stopped() {
        return stop.now;
    }

    /** The worker's number, from 0. */
    public int index() {
        return index;
    }

    public void add(long ops) {
        cells[OPS] += ops;
    }

    public long ops() {
        return cells[OPS];
    }

    /** Called before a wait; the result is for {@link #waitEnds}. */
    public long waitStarts() {
        return ++cells[TURN] % SAMPLE_EVERY == 0 ? System.nanoTime() : 0;
    }

    public void waitEnds(long start) {
        if (start != 0) {
            cells[HEAD + (int) (cells[SAMPLES]++ % room)] = System.nanoTime() - start;
        }
    }

    /** Copies the timed waits, the last ones if there were many, to {@code target} from {@code at}; answers the next free index. */
    int copyWaits(long[] target, int at) {
        int n = (int) Math.min(cells[SAMPLES], room);
        System.arraycopy(cells, HEAD, target, at, n);
        return at + n;
    }

    /** Computes something for about one or two nanoseconds a token; no token, no call. */
    public void work(int tokens) {
        if (tokens > 0) {
            compute(tokens);
        }
    }

    /** Not to be inlined: {@link Launcher#jvm}. */
    private void compute(int tokens) {
        long x = cells[WORK];
        for (int i = tokens; i > 0; i--) {
            x += x * x ^ i;
        }
        cells[WORK] = x;
    }

    /** Keeps an object from being optimised away. */
    public void keep(Object object) {
        sink = object;
    }

    Object kept() {
        return sink;
    }
}
