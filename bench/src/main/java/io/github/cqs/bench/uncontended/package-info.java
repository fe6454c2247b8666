/** Loops of the matrix: one thread alone, by the type of the call site. */
@NullMarked
package io.github.cqs.bench.uncontended;

import org.jspecify.annotations.NullMarked;
