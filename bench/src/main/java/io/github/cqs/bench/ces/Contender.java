package io.github.cqs.bench.ces;

import io.github.cqs.bench.matrix.Arm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is compared within one JVM. */
enum Contender {
    JDK(Arm.JDK, false),
    OURS(Arm.CQS, false),
    /** The JDK's unfair lock once more: what differs between it and {@link #JDK} is noise. */
    AGAIN(Arm.NULL, false),
    JDK_FAIR(Arm.JDK, true),
    OURS_FAIR(Arm.CQS, true),
    /** The paper's Figure 3. */
    DISPATCH(null, true),
    /** The paper's Figure 2. */
    INLINE(null, true),
    /** The paper's Figure 6. */
    EXCHANGE(null, true);

    private final @Nullable Arm arm;
    private final boolean fair;

    Contender(@Nullable Arm arm, boolean fair) {
        this.arm = arm;
        this.fair = fair;
    }

    Arm arm() {
        if (arm == null) {
            throw new IllegalStateException(this + " has no lock");
        }
        return arm;
    }

    boolean fair() {
        return fair;
    }

    /** As in tables. */
    String label() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }

    /** The slices of a block: each contender twice, forth and back, in an order that changes from block to block. */
    static List<Contender> block(List<Contender> contenders, int number) {
        List<Contender> forth = new ArrayList<>(contenders);
        Collections.rotate(forth, number);
        List<Contender> order = new ArrayList<>(forth);
        Collections.reverse(forth);
        order.addAll(forth);
        return order;
    }
}
