/** What the commands of the benchmarks share. Internal. */
@NullMarked
package io.github.cqs.bench.command;

import org.jspecify.annotations.NullMarked;
