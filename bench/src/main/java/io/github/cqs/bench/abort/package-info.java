/** Loops of the matrix: waits that end by timeout or interrupt. */
@NullMarked
package io.github.cqs.bench.abort;

import org.jspecify.annotations.NullMarked;
