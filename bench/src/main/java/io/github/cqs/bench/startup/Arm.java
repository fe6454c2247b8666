package io.github.cqs.bench.startup;

/** What is attached to the JVM. */
enum Arm {
    NONE("no agent"),
    EMPTY("empty agent"),
    IDLE("idle transformer"),
    OURS("cqs-agent"),
    REPORT("cqs-agent, report");

    private final String label;

    Arm(String label) {
        this.label = label;
    }

    @Override
    public String toString() {
        return label;
    }
}
