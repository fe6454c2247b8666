/** Loops of the matrix: making synchronizers. */
@NullMarked
package io.github.cqs.bench.idle;

import org.jspecify.annotations.NullMarked;
