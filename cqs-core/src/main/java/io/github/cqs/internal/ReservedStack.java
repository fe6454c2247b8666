package io.github.cqs.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that must not be cut in two by a {@link StackOverflowError}: between its first and last write the primitive is inconsistent.
 * Inside {@code java.base} this becomes the JVM's own annotation, which keeps stack in reserve for such methods; elsewhere it has no
 * effect.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface ReservedStack {}
