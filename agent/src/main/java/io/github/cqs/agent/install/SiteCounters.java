package io.github.cqs.agent.install;

import io.github.cqs.agent.report.AgentLog;
import io.github.cqs.agent.report.CqsSites;
import io.github.cqs.agent.report.RunRecord;
import io.github.cqs.agent.rewrite.Counters;
import io.github.cqs.agent.rewrite.Site;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;

/** Numbers the sites, and reads the delivered counters back. */
final class SiteCounters implements Counters, RunRecord.InstanceCounter {
    private final String name;
    private final Method instances;
    private final boolean arguments;
    private final AtomicInteger next = new AtomicInteger();

    /** @param arguments whether the delivered classes take counters in their constructors */
    SiteCounters(Delivery delivery, boolean arguments) throws ReflectiveOperationException {
        this.arguments = arguments;
        this.name = delivery.counterName();
        this.instances = delivery.counterClass().getMethod("instances", int.class);
    }

    @Override
    public String counterClass() {
        return name;
    }

    @Override
    public boolean areArguments() {
        return arguments;
    }

    @Override
    public int next() {
        int counter = next.getAndIncrement();
        return counter >= 0 && counter < CqsSites.CAPACITY ? counter : Site.UNCOUNTED;
    }

    @Override
    public long instances(int counter) {
        try {
            return (Long) instances.invoke(null, counter);
        } catch (ReflectiveOperationException e) {
            AgentLog.debug("counter " + counter + ": " + e);
            return 0;
        }
    }
}
