package io.github.cqs.bench.matrix;

/**
 * A cell's parameters.
 *
 * @param threads workers
 * @param virtual whether they are virtual threads
 * @param size permits, capacity, elements, or threads in the queue, as the loop says
 * @param units permits of one request
 * @param inside tokens of work while holding
 * @param outside tokens of work between two operations
 */
public record Shape(boolean fair, int threads, boolean virtual, int size, int units, int inside, int outside) {
    /** One unfair platform thread without work. */
    public static final Shape ALONE = new Shape(false, 1, false, 1, 1, 0, 0);

    public Shape fair(boolean value) {
        return new Shape(value, threads, virtual, size, units, inside, outside);
    }

    /** So many platform threads. */
    public Shape threads(int value) {
        return new Shape(fair, value, false, size, units, inside, outside);
    }

    /** So many virtual threads. */
    public Shape virtual(int value) {
        return new Shape(fair, value, true, size, units, inside, outside);
    }

    public Shape size(int value) {
        return new Shape(fair, threads, virtual, value, units, inside, outside);
    }

    public Shape units(int value) {
        return new Shape(fair, threads, virtual, size, value, inside, outside);
    }

    public Shape work(int in, int out) {
        return new Shape(fair, threads, virtual, size, units, in, out);
    }
}
