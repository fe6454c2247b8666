/** What hand-off policies do to locks of virtual threads on machines with more carriers than there are at hand: a discrete-event simulation. Not an API. */
@NullMarked
package io.github.cqs.bench.simulation;

import org.jspecify.annotations.NullMarked;
