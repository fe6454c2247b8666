/**
 * Combine-and-Exchange Scheduling: on virtual threads, the waiter that a release lets through continues at once on the releasing
 * thread's carrier, and the releasing thread goes on elsewhere. The policy, and its interface to the scheduler.
 */
@org.jspecify.annotations.NullMarked
package io.github.cqs.ces;
