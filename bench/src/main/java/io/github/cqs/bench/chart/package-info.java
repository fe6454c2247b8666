/** Pictures as SVG. Not an API. */
@NullMarked
package io.github.cqs.bench.chart;

import org.jspecify.annotations.NullMarked;
