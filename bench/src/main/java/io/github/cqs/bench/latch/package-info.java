/** Loops of the matrix: latches. */
@NullMarked
package io.github.cqs.bench.latch;

import org.jspecify.annotations.NullMarked;
