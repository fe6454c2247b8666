package io.github.cqs.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that is better called than compiled into its callers: the slow part of one whose fast part would be slowed down by it. Inside {@code java.base}
 * this becomes the JVM's own annotation; elsewhere it has no effect.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface DontInline {}
