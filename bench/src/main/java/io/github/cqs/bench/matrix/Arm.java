package io.github.cqs.bench.matrix;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Which implementation a slice measures. */
public enum Arm {
    JDK,
    CQS,
    /** The JDK's once more: what differs between it and {@link #JDK} is noise. */
    NULL;

    /**
     * The slices of a block: each arm twice, forth and back, so that a steady drift of the machine hits all alike. The order changes from block
     * to block.
     */
    static List<Arm> block(int number) {
        List<Arm> forth = new ArrayList<>(List.of(values()));
        Collections.rotate(forth, number);
        List<Arm> order = new ArrayList<>(forth);
        Collections.reverse(forth);
        order.addAll(forth);
        return order;
    }

    /** Part of the package name of this arm's copy of the loops. */
    String folder() {
        return switch (this) {
            case JDK -> "jdk";
            case CQS -> "cqs";
            case NULL -> "again";
        };
    }
}
