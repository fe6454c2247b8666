/** Loops of the matrix: blocking queues. */
@NullMarked
package io.github.cqs.bench.queue;

import org.jspecify.annotations.NullMarked;
