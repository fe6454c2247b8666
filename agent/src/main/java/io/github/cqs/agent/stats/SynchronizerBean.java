package io.github.cqs.agent.stats;

import io.github.cqs.agent.report.AgentLog;
import io.github.cqs.agent.report.RunRecord;
import io.github.cqs.agent.rewrite.Primitive;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/** Shows the statistics of one type to whatever watches the JVM. */
final class SynchronizerBean implements SynchronizerMXBean {
    private static final long PATIENCE = 2_000_000_000L;
    private static final long LOOK = 20_000_000L;

    private final RunRecord run;
    private final Primitive type;

    private SynchronizerBean(RunRecord run, Primitive type) {
        this.run = run;
        this.type = type;
    }

    /**
     * Registers one bean a type and that of the hand-offs, from a thread of its own: the application may be in the middle of anything, and the
     * platform's bean server takes its time when it is the first one to be asked for. For a while that is left to the application, which may still want
     * to say what the server is to be made of.
     */
    static void registerAll(RunRecord run) {
        Thread thread = new Thread(null, new Registration(run), "cqs-jmx", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
    }

    private record Registration(RunRecord of) implements Runnable {
        @Override
        public void run() {
            try {
                long begin = System.nanoTime();
                while (MBeanServerFactory.findMBeanServer(null).isEmpty() && System.nanoTime() - begin < PATIENCE) {
                    LockSupport.parkNanos(LOOK);
                }
                MBeanServer server = ManagementFactory.getPlatformMBeanServer();
                for (int i = 0; i < Primitive.count(); i++) {
                    Primitive type = Primitive.at(i);
                    server.registerMBean(
                            new SynchronizerBean(of, type),
                            new ObjectName("io.github.cqs:type=Synchronizer,name=" + type.simpleName()));
                }
                server.registerMBean(new HandOffBean(of), new ObjectName("io.github.cqs:type=HandOff"));
            } catch (JMException | LinkageError | RuntimeException e) {
                AgentLog.info("stats=on: no MXBeans in this JVM (" + e + ')');
            }
        }
    }

    private long sum(ToLongFunction<SiteTotals> value) {
        long sum = 0;
        for (SiteTotals site : getSites()) {
            sum += value.applyAsLong(site);
        }
        return sum;
    }

    @Override
    public long getInstances() {
        return sum(SiteTotals::getInstances);
    }

    @Override
    public long getAcquires() {
        return sum(SiteTotals::getAcquires);
    }

    @Override
    public long getContended() {
        return sum(SiteTotals::getContended);
    }

    @Override
    public long getCancelled() {
        return sum(SiteTotals::getCancelled);
    }

    @Override
    public long getMaxQueued() {
        long most = 0;
        for (SiteTotals site : getSites()) {
            most = Math.max(most, site.getMaxQueued());
        }
        return most;
    }

    @Override
    public long getWaitNanos() {
        return sum(SiteTotals::getWaitNanos);
    }

    @Override
    public long getHoldNanos() {
        return sum(SiteTotals::getHoldNanos);
    }

    @Override
    public long getHandOffs() {
        return sum(SiteTotals::getHandOffs);
    }

    @Override
    public long getHandOffNanos() {
        return sum(SiteTotals::getHandOffNanos);
    }

    @Override
    public List<SiteTotals> getSites() {
        return run.statistics(type, SiteTotals::new);
    }
}
