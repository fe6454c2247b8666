/** What the counted classes are made to do; loaded beside them, so that the JDK's names here mean the counted copies. */
@NullMarked
package io.github.cqs.bench.counts.subject;

import org.jspecify.annotations.NullMarked;
