/** Serializable application classes that extend the shims; the other package holds the same classes over the JDK classes. */
package io.github.cqs.shims.support.shim;
