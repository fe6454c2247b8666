package io.github.cqs.agent.stats;

import io.github.cqs.agent.report.RunRecord;

/** Shows the hand-offs of this JVM to whatever watches it. */
final class HandOffBean implements HandOffMXBean {
    private final RunRecord run;

    HandOffBean(RunRecord run) {
        this.run = run;
    }

    @Override
    public String getState() {
        return run.handOffs().state();
    }

    @Override
    public String getReason() {
        return run.handOffs().reason();
    }

    @Override
    public long getHandOffs() {
        return run.handOffs().count("hand_offs");
    }

    @Override
    public long getFlushes() {
        return run.handOffs().count("flushes");
    }

    @Override
    public long getBoundHits() {
        return run.handOffs().count("bound_hits");
    }

    @Override
    public long getNested() {
        return run.handOffs().count("nested");
    }

    @Override
    public long getOtherScheduler() {
        return run.handOffs().count("other_scheduler");
    }

    @Override
    public long getNextUp() {
        return run.handOffs().count("next_up");
    }

    @Override
    public long getPlain() {
        return run.handOffs().count("plain");
    }
}
