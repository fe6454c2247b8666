/**
 * The schedulers that the CES paper compares (its figures 2, 3 and 6), as small as they get, on the JDK's bare continuations. For JDK 21 and later,
 * with {@link io.github.cqs.bench.task.Coroutine#FLAG}. Not an API.
 */
@NullMarked
package io.github.cqs.bench.task;

import org.jspecify.annotations.NullMarked;
