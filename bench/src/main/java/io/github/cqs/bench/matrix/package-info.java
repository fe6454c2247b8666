/** The matrix: every cell is one synchronizer under one load, ours against the JDK's in one JVM. Not an API. */
@NullMarked
package io.github.cqs.bench.matrix;

import org.jspecify.annotations.NullMarked;
