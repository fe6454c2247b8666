/** The figures of the CQS paper (PLDI 2023, section 6), measured on this machine. Not an API. */
@NullMarked
package io.github.cqs.bench.figures;

import org.jspecify.annotations.NullMarked;
