package io.github.cqs.agent.ab;

import java.util.Locale;

/** What may be said. Faster means better and slower worse, whatever the metric measures. */
enum Verdict {
    FASTER,
    SLOWER,
    UNDECIDED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
