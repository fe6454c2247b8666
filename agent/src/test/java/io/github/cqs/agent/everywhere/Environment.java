package io.github.cqs.agent.everywhere;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Locale;

/**
 * What the test shows the agent to work in, as {@code docs/where-it-works.md} lists it. {@link Environments} hands the
 * single values to a parameterized test.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Environment {
    /** What became of a program's call sites. */
    enum Outcome {
        SWAPPED,
        /** Swapped, and virtual threads hand their carriers over. */
        SWAPPED_WITH_HAND_OFF,
        /** Swapped, and virtual threads wake each other the plain way. */
        SWAPPED_WITHOUT_HAND_OFF,
        /** The program runs with the JDK's classes. */
        LEFT_ALONE,
        /** The JVM does not let any agent in. */
        NO_AGENT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("hand off", "hand-off");
        }
    }

    /** The environments, a row each. */
    String[] value();

    /** What the agent does there. */
    Outcome outcome() default Outcome.SWAPPED;

    /** What a user should know, or nothing. */
    String remarks() default "";

    /** The first and the last JDK that have it. */
    int since() default 17;

    int until() default Integer.MAX_VALUE;
}
