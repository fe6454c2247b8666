/**
 * Drop-in subclasses of the {@code java.util.concurrent} types whose waiters queue in a CancellableQueueSynchronizer. Internal: the
 * agent puts them under an application; they are not meant to be named in source code.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs.shims;
