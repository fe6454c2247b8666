package io.github.cqs.bench.figures;

import io.github.cqs.bench.matrix.Bench;
import java.util.List;

/** A figure of the paper: what is drawn, and which algorithms with it. */
enum Figure {
    FIG5("Figure 5: barrier", "phase", "work", BarrierFigure.class, "Java", "CQS", "drop-in", "active waiting"),
    FIG6(
            "Figure 6: count-down latch",
            "countDown with its work",
            "work",
            LatchFigure.class,
            "Java",
            "CQS smart",
            "CQS simple",
            "drop-in",
            "work only"),
    FIG7(
            "Figure 7: mutex and semaphores",
            "operation with its work",
            "permits",
            GateFigure.class,
            "Java semaphore fair",
            "Java semaphore unfair",
            "CQS async smart",
            "CQS async simple",
            "CQS sync smart",
            "CQS sync simple",
            "drop-in semaphore fair",
            "drop-in semaphore unfair",
            "Java lock fair",
            "Java lock unfair",
            "drop-in lock fair",
            "drop-in lock unfair",
            "CLH",
            "MCS"),
    FIG8(
            "Figure 8: blocking pools",
            "operation with its work",
            "elements",
            PoolFigure.class,
            "Java array queue fair",
            "Java array queue unfair",
            "Java linked queue",
            "CQS queue pool",
            "CQS stack pool",
            "drop-in array queue fair",
            "drop-in array queue unfair"),
    FIG9(
            "Figure 9: cancellation",
            "wait that is given up",
            "threads",
            CancelFigure.class,
            "Java",
            "CQS async smart",
            "CQS async simple",
            "CQS sync smart",
            "CQS sync simple",
            "drop-in");

    /** Algorithms of Figure 7 that admit one thread only. */
    private static final List<String> MUTEXES =
            List.of("Java lock fair", "Java lock unfair", "drop-in lock fair", "drop-in lock unfair", "CLH", "MCS");

    private final String title;
    private final String operation;
    private final String parameter;
    private final Class<? extends Bench> loop;

    @SuppressWarnings("ImmutableEnumChecker") // it is immutable
    private final List<String> series;

    Figure(String title, String operation, String parameter, Class<? extends Bench> loop, String... series) {
        this.title = title;
        this.operation = operation;
        this.parameter = parameter;
        this.loop = loop;
        this.series = List.of(series);
    }

    /** As a file's name. */
    String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    String title() {
        return title;
    }

    /** What the time on the vertical axis is of. */
    String operation() {
        return operation;
    }

    /** What differs from panel to panel. */
    String parameter() {
        return parameter;
    }

    String loop() {
        return loop.getName();
    }

    /** What the others are compared with: the JDK's class, the fair one where there are two. */
    String reference() {
        return series.get(0);
    }

    List<String> series() {
        return series;
    }

    /** The algorithms of a panel. */
    List<String> series(int panel) {
        return this == FIG7 && panel > 1
                ? series.stream().filter(name -> !MUTEXES.contains(name)).toList()
                : series;
    }

    /** What the horizontal axis says. */
    String axis() {
        return this == FIG9 ? "threads in the queue" : "threads";
    }
}
