/** What {@code stats=on} collects: histograms, JFR events and an MXBean. Loaded only then. Internal. */
@NullMarked
package io.github.cqs.agent.stats;

import org.jspecify.annotations.NullMarked;
