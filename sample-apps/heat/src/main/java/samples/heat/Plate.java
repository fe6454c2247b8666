package samples.heat;

import java.util.Arrays;

/** A square plate with one hot edge, and Jacobi's iteration on it: each point becomes the mean of its neighbours. */
final class Plate {
    private static final double HOT = 100.0;

    private final int width;
    private double[] now;
    private double[] next;

    /** A plate of {@code size} times {@code size} inner points. */
    Plate(int size) {
        width = size + 2;
        now = new double[width * width];
        next = new double[width * width];
        reset();
    }

    /** Back to the start: everything cold but the top edge. */
    void reset() {
        for (double[] points : new double[][] {now, next}) {
            Arrays.fill(points, 0.0);
            Arrays.fill(points, 0, width, HOT);
        }
    }

    int rows() {
        return width - 2;
    }

    /** Computes the next state of inner rows {@code from} (inclusive) to {@code to} (exclusive). */
    void sweep(int from, int to) {
        double[] source = now;
        double[] target = next;
        for (int row = from + 1; row <= to; row++) {
            for (int i = row * width + 1; i < (row + 1) * width - 1; i++) {
                target[i] = 0.25 * (source[i - 1] + source[i + 1] + source[i - width] + source[i + width]);
            }
        }
    }

    /** Makes the next state the current one; every row must have been swept. */
    void advance() {
        double[] swept = next;
        next = now;
        now = swept;
    }

    /** A hash of the current state, bit for bit. */
    int checksum() {
        return Arrays.hashCode(now);
    }
}
