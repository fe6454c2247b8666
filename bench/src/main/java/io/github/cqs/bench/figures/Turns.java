package io.github.cqs.bench.figures;

/** What a thread does between two looks at a word that it waits for. */
final class Turns {
    private Turns() {}

    /**
     * A spin-wait hint; every 64th time the processor is given away. The paper's machine had a hardware thread for every worker; with fewer,
     * the thread that is waited for may need this one.
     */
    @SuppressWarnings("ThreadPriorityCheck")
    static void pause(int turn) {
        if ((turn & 63) == 63) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }
}
