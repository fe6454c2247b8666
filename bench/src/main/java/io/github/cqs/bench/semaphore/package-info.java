/** Loops of the matrix: semaphores. */
@NullMarked
package io.github.cqs.bench.semaphore;

import org.jspecify.annotations.NullMarked;
