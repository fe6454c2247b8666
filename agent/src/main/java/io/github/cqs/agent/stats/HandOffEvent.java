package io.github.cqs.agent.stats;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A waiter goes on after a release: committed by the waiter when it runs. */
@Name("cqs.HandOff")
@Label("Synchronizer Hand-Off")
@Description("How long an object lay free between a release and the waiter that went on")
@Registered(true)
@StackTrace(false)
final class HandOffEvent extends SiteEvent {
    @Label("Delay")
    @Timespan(Timespan.NANOSECONDS)
    long delay;
}
