/** Loops of the matrix: locks. */
@NullMarked
package io.github.cqs.bench.lock;

import org.jspecify.annotations.NullMarked;
