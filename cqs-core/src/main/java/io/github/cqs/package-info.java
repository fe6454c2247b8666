/**
 * The CancellableQueueSynchronizer: a queue of waiting threads on which synchronization primitives are a few lines each. Exported API.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs;
