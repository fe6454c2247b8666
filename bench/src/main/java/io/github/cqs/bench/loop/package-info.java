/** What all loops of the matrix share; copied for each arm like the loops themselves. */
@NullMarked
package io.github.cqs.bench.loop;

import org.jspecify.annotations.NullMarked;
