package io.github.cqs.bench.ces;

import java.util.List;
import java.util.Locale;

/** What a JVM is started as. */
enum Setting {
    /** The agent, virtual threads woken the plain way. */
    PLAIN,
    /** The agent, handing carriers over. */
    CES,
    /** No agent: the paper's own schedulers on bare continuations. */
    PAPER;

    /** Who takes part. */
    List<Contender> contenders(Part part) {
        if (this == PAPER) {
            return List.of(Contender.DISPATCH, Contender.INLINE, Contender.EXCHANGE);
        }
        return switch (part) {
            case TABLE, MODEL ->
                List.of(Contender.JDK, Contender.OURS, Contender.AGAIN, Contender.JDK_FAIR, Contender.OURS_FAIR);
            case SIEVE -> List.of(Contender.JDK, Contender.OURS, Contender.AGAIN);
            case PLACES, DELAY -> List.of(Contender.JDK, Contender.OURS, Contender.JDK_FAIR, Contender.OURS_FAIR);
        };
    }

    /** As the agent's option is called. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
