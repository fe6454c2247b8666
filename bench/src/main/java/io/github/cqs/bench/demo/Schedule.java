package io.github.cqs.bench.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * The order of runs. A block has four runs of each program, ABBA in even blocks and BAAB in odd ones, so that a steady
 * drift of the machine favours neither arm; programs take turns within a block.
 */
final class Schedule {
    static final int RUNS_PER_BLOCK = 4;

    private static final List<Arm> ABBA = List.of(Arm.WITHOUT, Arm.WITH, Arm.WITH, Arm.WITHOUT);
    private static final List<Arm> BAAB = List.of(Arm.WITH, Arm.WITHOUT, Arm.WITHOUT, Arm.WITH);

    /**
     * One run to do.
     *
     * @param pair the number of the pair, within its program, that the run belongs to
     */
    record Slot(Program program, Arm arm, int pair) {}

    private Schedule() {}

    /** The runs of one block, in order. */
    static List<Slot> block(int number, List<Program> programs) {
        List<Arm> arms = number % 2 == 0 ? ABBA : BAAB;
        List<Slot> slots = new ArrayList<>();
        for (Program program : programs) {
            for (int i = 0; i < RUNS_PER_BLOCK; i++) {
                slots.add(new Slot(program, arms.get(i), (number * RUNS_PER_BLOCK + i) / 2));
            }
        }
        return slots;
    }
}
