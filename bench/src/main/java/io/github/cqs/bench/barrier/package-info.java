/** Loops of the matrix: barriers. */
@NullMarked
package io.github.cqs.bench.barrier;

import org.jspecify.annotations.NullMarked;
