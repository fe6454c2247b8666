/** A program that is slowed down by a known amount where it is swapped: the comparison has to find that. */
@NullMarked
package io.github.cqs.bench.slowed;

import org.jspecify.annotations.NullMarked;
