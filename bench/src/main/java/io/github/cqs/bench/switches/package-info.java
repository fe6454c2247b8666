/** A program that does little else than to switch between virtual threads: what an agent costs there, and what is swapped. */
@NullMarked
package io.github.cqs.bench.switches;

import org.jspecify.annotations.NullMarked;
