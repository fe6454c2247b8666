package io.github.cqs.agent.rewrite;

/** Hands out the counters of instances, one a site. */
public interface Counters {
    /** Internal name of the class whose {@code static void hit(int)} counts. */
    String counterClass();

    /** Whether the replacements take their site's counter as a last argument of their constructors. */
    boolean areArguments();

    /** The next free counter, or {@link Site#UNCOUNTED} when there is none left. */
    int next();
}
