/** Serializable application classes that extend the JDK classes; the other package holds the same classes over the shims. */
package io.github.cqs.shims.support.jdk;
