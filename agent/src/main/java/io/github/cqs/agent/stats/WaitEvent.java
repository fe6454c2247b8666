package io.github.cqs.agent.stats;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A thread waited, from its first failed attempt until it went on. */
@Name("cqs.Wait")
@Label("Synchronizer Wait")
@Description("A thread waited at a swapped object; threads of both kinds are seen")
@Registered(true)
@StackTrace(true)
@Threshold("10 ms")
final class WaitEvent extends SiteEvent {
    @Label("Outcome")
    String outcome = "";
}
