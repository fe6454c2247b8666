/**
 * Fair, abortable synchronization primitives on {@link io.github.cqs.CancellableQueueSynchronizer}, usable as a library. Exported API. They
 * are the primitives of the CQS paper (PLDI 2023, section 4), not replacements of the {@code java.util.concurrent} types of like name.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs.sync;
