package io.github.cqs.agent.stats;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;

/** A thread gave up waiting. Its duration is that of the wait. */
@Name("cqs.Cancel")
@Label("Synchronizer Wait Cancelled")
@Description("A wait ended by interrupt or timeout")
@Registered(true)
@StackTrace(true)
final class CancelEvent extends SiteEvent {
    @Label("Reason")
    String reason = "";
}
