package io.github.cqs.bench.figures;

import io.github.cqs.bench.matrix.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * One place on the horizontal axis of one panel; one JVM measures all algorithms there.
 *
 * @param panel the value of the figure's parameter
 * @param x threads, or threads in the queue
 */
record Point(Figure figure, int panel, int x, Shape shape) {
    private static final int[] THREADS = {1, 2, 4, 8, 16, 32, 64};
    private static final int[] FEW_THREADS = {1, 2, 4, 16};
    private static final int[] QUEUED = {0, 1, 10, 100, 1000};
    private static final int WORK = 100;

    /** All points; the quick ones are fewer. */
    static List<Point> all(boolean quick) {
        int[] threads = quick ? FEW_THREADS : THREADS;
        List<Point> points = new ArrayList<>();
        for (int work : new int[] {100, 1000, 10_000}) {
            for (int n : threads) {
                points.add(
                        new Point(Figure.FIG5, work, n, Shape.ALONE.threads(n).work(0, work)));
            }
        }
        for (int work : new int[] {50, 100, 200}) {
            for (int n : threads) {
                points.add(
                        new Point(Figure.FIG6, work, n, Shape.ALONE.threads(n).work(0, work)));
            }
        }
        for (int permits : quick ? new int[] {1, 4} : new int[] {1, 4, 16}) {
            for (int n : threads) {
                points.add(new Point(Figure.FIG7, permits, n, shared(permits, n)));
            }
        }
        for (int elements : quick ? new int[] {1, 4} : new int[] {1, 4, 16}) {
            for (int n : threads) {
                points.add(new Point(Figure.FIG8, elements, n, shared(elements, n)));
            }
        }
        for (int queued : QUEUED) {
            points.add(new Point(Figure.FIG9, 1, queued, Shape.ALONE.size(queued)));
        }
        return points;
    }

    private static Shape shared(int size, int threads) {
        return Shape.ALONE.size(size).threads(threads).work(WORK, WORK);
    }

    static Point find(String name) {
        return all(false).stream()
                .filter(point -> point.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no point is called " + name));
    }

    /** Like {@code fig7.permits4.16}. */
    String name() {
        return figure.id() + "." + figure.parameter() + panel + "." + x;
    }

    List<String> series() {
        return figure.series(panel);
    }
}
