/** What an operation of a synchronizer costs in atomic operations and cache lines, counted in rewritten copies of its classes. Not an API. */
@NullMarked
package io.github.cqs.bench.counts;

import org.jspecify.annotations.NullMarked;
