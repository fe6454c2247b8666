/** Engines and building blocks. Internal: no compatibility is promised, nothing outside this project may name these types. */
@org.jspecify.annotations.NullMarked
package io.github.cqs.internal;
