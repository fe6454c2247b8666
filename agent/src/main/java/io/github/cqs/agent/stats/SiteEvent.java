package io.github.cqs.agent.stats;

import io.github.cqs.agent.rewrite.Site;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Registered;

/** What all events of a swapped object say: where it was made, what it is, and who met it. */
@Registered(false)
@Category("CQS")
abstract class SiteEvent extends Event {
    @Label("Site")
    @Description("Where the object was made: class, method and line")
    String site = "";

    @Label("Type")
    @Description("The JDK class that the object stands for")
    String type = "";

    @Label("Virtual Thread")
    boolean virtual;

    final void fill(Site made) {
        site = made.className() + '.' + made.method() + ':' + made.line();
        type = made.type().simpleName();
        virtual = VirtualThreads.isCurrent();
    }
}
