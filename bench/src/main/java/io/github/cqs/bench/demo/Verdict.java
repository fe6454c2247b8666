package io.github.cqs.bench.demo;

import java.util.List;

/** What became of one program's runs in one arm. */
enum Verdict {
    NOT_RUN("-"),
    OK("ok"),
    FAILED("FAILED");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    static Verdict of(List<Run> runs, Arm arm) {
        List<Run> mine = runs.stream().filter(run -> run.arm() == arm).toList();
        if (mine.isEmpty()) {
            return NOT_RUN;
        }
        return mine.stream().allMatch(Run::passed) ? OK : FAILED;
    }

    @Override
    public String toString() {
        return text;
    }
}
