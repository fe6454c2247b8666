package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The order of runs: each block has one run of each arm, shuffled, so that a drift of the machine favours nobody. */
final class Schedule {
    private final List<Arm> arms;
    private final SplittableRandom random;

    Schedule(List<Arm> arms, long seed) {
        this.arms = arms;
        random = new SplittableRandom(seed);
    }

    /** The next block's arms, in the order in which they are to run. */
    List<Arm> next() {
        List<Arm> shuffled = new ArrayList<>(arms);
        for (int i = shuffled.size() - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            Arm other = shuffled.get(j);
            shuffled.set(j, shuffled.get(i));
            shuffled.set(i, other);
        }
        return shuffled;
    }
}
