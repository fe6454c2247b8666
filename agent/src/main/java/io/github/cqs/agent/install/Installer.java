package io.github.cqs.agent.install;

import io.github.cqs.agent.options.Faults;
import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.options.Tunables;
import io.github.cqs.agent.report.AgentLog;
import io.github.cqs.agent.report.HandOffs;
import io.github.cqs.agent.report.RunRecord;
import io.github.cqs.agent.rewrite.CallSiteRewriter;
import io.github.cqs.agent.rewrite.ConstantPoolScan;
import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.ShimCatalogue;
import io.github.cqs.agent.rewrite.Site;
import io.github.cqs.agent.stats.Statistics;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Installs the agent in this JVM, or leaves the JVM as it was. */
public final class Installer {
    private final Instrumentation instrumentation;
    private final Options options;
    private final RunRecord run;
    private final DeliveredClasses delivered;
    private final int mask;

    public Installer(Instrumentation instrumentation, Options options, RunRecord run, DeliveredClasses delivered) {
        this.instrumentation = instrumentation;
        this.options = options;
        this.run = run;
        this.delivered = delivered;
        this.mask = options.primitives();
    }

    /*
     * Overview.
     *
     * The order is chosen so that a failure at any step leaves nothing behind that an application could meet: the
     * delivered classes first, which nobody names yet; then the JDK's bodies, which change nothing for JDK classes;
     * then the self-test, which uses both through rewritten code of its own; and only then the transformer that every
     * class goes through. Classes loaded before come last, since none can slip in between any more.
     */

    /**
     * Installs.
     *
     * @throws Exception if the agent cannot work here; the application then runs untouched
     */
    public void install() throws Exception {
        if (options.is(Option.DRY_RUN, "true")) {
            dryRun();
            return;
        }
        boolean passthrough = options.is(Option.MODE, "passthrough");
        boolean counting = run.keepsSites();
        boolean metered = options.is(Option.STATS, "on");
        Delivery delivery = deliver(passthrough, counting, metered);
        if (!passthrough) {
            for (String note : Tunables.notes(System.getProperties(), delivery.tunables())) {
                AgentLog.warn(note);
            }
        }
        ShimCatalogue catalogue = new ShimCatalogue(delivery.targets(mask), delivered.constructors());
        LoaderCheck loaders = new LoaderCheck(delivery.shims(), mask);
        @Nullable SiteCounters counters = counting ? new SiteCounters(delivery, metered) : null;
        LoadedClassTransformer bodies = new LoadedClassTransformer(catalogue, counters, run);
        CallSiteTransformer sites = new CallSiteTransformer(catalogue, loaders, bodies, options, counters, run);
        boolean patched = !passthrough;
        if (patched) {
            patchBodies(bodies, delivery);
        }
        try {
            SelfTest.run(delivered, catalogue, loaders, delivery.shims());
            if (metered) {
                Faults.check(Faults.Step.STATISTICS);
                run.measureWith(Statistics.connect(run, delivery.meterClass()));
            }
        } catch (Throwable t) {
            if (patched) {
                restoreBodies(bodies);
            }
            throw t;
        }
        if (counters != null) {
            run.countWith(counters);
        }
        instrumentation.addTransformer(sites, false);
        run.state("active");
        try {
            rewritePreloaded(bodies, sites, patched);
        } catch (Throwable t) {
            /* The rest works. */
            run.failed("what was loaded before the agent", String.valueOf(t));
        }
        handOver(delivery);
    }

    /** Optional: without it virtual threads wake each other the plain way. */
    private void handOver(Delivery delivery) {
        if (!options.is(Option.MODE, "cqs")) {
            run.handOffs(HandOffs.off("mode=" + options.value(Option.MODE)));
        } else if (!options.is(Option.VIRTUAL, "ces")) {
            run.handOffs(HandOffs.off("virtual=" + options.value(Option.VIRTUAL)));
        } else if (!delivery.isInJavaBase()) {
            run.handOffs(HandOffs.off("the replacements are on the boot class path"));
        } else {
            try {
                VirtualThreads.prepare(instrumentation, run, delivered);
            } catch (Throwable t) {
                VirtualThreads.failed(run, t);
            }
        }
    }

    private void dryRun() {
        ShimCatalogue catalogue = ShimCatalogue.unchanged(mask, delivered.constructors());
        CallSiteTransformer sites = new CallSiteTransformer(catalogue, null, null, options, null, run);
        instrumentation.addTransformer(sites, false);
        run.state("dry run");
        try {
            for (Class<?> loaded : PreloadedClasses.find(instrumentation, mask)) {
                leavePreloaded(loaded, String.valueOf(sites.refusal(loaded.getClassLoader(), loaded.getName())));
            }
        } catch (Throwable t) {
            run.failed("what was loaded before the agent", String.valueOf(t));
        }
    }

    /** Reports what the class has without asking the JVM for it. */
    private void leavePreloaded(Class<?> loaded, String reason) {
        if (!run.keepsSites()) {
            return;
        }
        List<Site> sites = sitesOf(PreloadedClasses.bytes(loaded));
        if (sites == null) {
            run.addPreloaded(loaded.getName(), reason);
            return;
        }
        CallSiteTransformer.skip(sites, reason);
        run.add(sites);
        run.addPreloaded(loaded.getName(), sites);
    }

    /** {@code null} if they cannot be known: what a loader finds under a class's name may be anything. */
    private @Nullable List<Site> sitesOf(byte @Nullable [] classFile) {
        if (classFile == null || ConstantPoolScan.majorVersion(classFile) > CallSiteRewriter.NEWEST_MAJOR) {
            return null;
        }
        ShimCatalogue unchanged = ShimCatalogue.unchanged(mask, delivered.constructors());
        try {
            return CallSiteRewriter.rewrite(classFile, unchanged, CallSiteRewriter.Scope.BODIES, null)
                    .sites();
        } catch (RuntimeException unreadable) {
            return null;
        }
    }

    private Delivery deliver(boolean passthrough, boolean counting, boolean metered) throws Exception {
        if (options.is(Option.DELIVERY, "append")) {
            return Delivery.ontoBootClassPath(instrumentation, passthrough, metered);
        }
        try {
            return Delivery.intoJavaBase(instrumentation, delivered, passthrough, counting, metered);
        } catch (Exception | LinkageError e) {
            if (options.is(Option.DELIVERY, "java.base")) {
                throw e;
            }
            run.note("delivery into java.base", String.valueOf(e));
            AgentLog.warn("delivery into java.base failed (" + e + "); the boot class path is used in its place");
            return Delivery.ontoBootClassPath(instrumentation, passthrough, metered);
        }
    }

    private void patchBodies(LoadedClassTransformer bodies, Delivery delivery)
            throws ClassNotFoundException, UnmodifiableClassException {
        List<Class<?>> targets = new ArrayList<>(Primitive.count());
        for (int i = 0; i < Primitive.count(); i++) {
            Primitive primitive = Primitive.at(i);
            if (primitive.in(mask)) {
                Class<?> target = Class.forName(primitive.binaryName(), false, null);
                bodies.patch(target, delivered.shim(primitive), delivery.shimName(primitive));
                targets.add(target);
            }
        }
        instrumentation.addTransformer(bodies, true);
        try {
            /* The transformer says what the JVM keeps to itself: why a class came out as it went in. */
            instrumentation.retransformClasses(targets.toArray(new Class<?>[0]));
            bodies.requirePatched();
        } catch (Throwable t) {
            restoreBodies(bodies);
            throw t;
        }
    }

    private void restoreBodies(LoadedClassTransformer bodies) {
        List<Class<?>> targets = bodies.switchOff();
        instrumentation.removeTransformer(bodies);
        retransform(targets);
    }

    private void rewritePreloaded(LoadedClassTransformer bodies, CallSiteTransformer sites, boolean registered) {
        List<Class<?>> found = PreloadedClasses.find(instrumentation, mask);
        List<Class<?>> targets = new ArrayList<>(found.size());
        for (int i = 0; i < found.size(); i++) {
            Class<?> loaded = found.get(i);
            String refusal = sites.refusal(loaded.getClassLoader(), loaded.getName());
            if (refusal == null) {
                bodies.rewrite(loaded);
                targets.add(loaded);
            } else {
                leavePreloaded(loaded, refusal);
            }
        }
        if (!targets.isEmpty()) {
            if (!registered) {
                instrumentation.addTransformer(bodies, true);
            }
            retransform(targets);
        }
    }

    /** All at once, which is cheap; one by one if the JVM refuses, so that one class does not hold up the others. */
    private void retransform(List<Class<?>> targets) {
        try {
            instrumentation.retransformClasses(targets.toArray(new Class<?>[0]));
            return;
        } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
            AgentLog.debug("retransformation of " + targets.size() + " classes: " + e);
        }
        for (int i = 0; i < targets.size(); i++) {
            try {
                instrumentation.retransformClasses(targets.get(i));
            } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
                run.failed(targets.get(i).getName(), String.valueOf(e));
            }
        }
    }
}
