/** Guava's cache and striped locks, whose segments, locks and semaphores extend those of the JDK. */
package samples.guava;
