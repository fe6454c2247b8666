package io.github.cqs.agent.install;

import io.github.cqs.agent.options.Faults;
import io.github.cqs.agent.options.Globs;
import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.report.AgentLog;
import io.github.cqs.agent.report.RunRecord;
import io.github.cqs.agent.rewrite.CallSiteRewriter;
import io.github.cqs.agent.rewrite.ConstantPoolScan;
import io.github.cqs.agent.rewrite.Counters;
import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.ShimCatalogue;
import io.github.cqs.agent.rewrite.Site;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Sees every class while it is defined and rewrites those that create or extend a swapped class. Never throws.
 *
 * <p>Registered as not capable of retransformation: one that is and changes its mind about a superclass would make other
 * agents' retransformations fail. When another agent redefines a class, the new bytes come through here again and get
 * what the class got when it was defined.
 */
final class CallSiteTransformer implements ClassFileTransformer {
    private static final String UNNAMED = "a class without a name";
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private final ShimCatalogue catalogue;
    private final int mask;
    private final @Nullable LoaderCheck loaders;
    private final @Nullable LoadedClassTransformer loadedBefore;
    private final Globs include;
    private final Globs exclude;
    private final boolean includesAll;
    private final boolean dryRun;
    private final @Nullable Counters counters;
    private final RunRecord run;
    private final ConcurrentHashMap<String, SiteNumbers> known = new ConcurrentHashMap<>(0);
    private final ProtectionDomain own = CallSiteTransformer.class.getProtectionDomain();

    /**
     * @param loaders {@code null} when nothing was delivered, in a dry run
     * @param loadedBefore knows the classes that existed before the agent, {@code null} in a dry run
     * @param counters {@code null} to count nothing
     */
    CallSiteTransformer(
            ShimCatalogue catalogue,
            @Nullable LoaderCheck loaders,
            @Nullable LoadedClassTransformer loadedBefore,
            Options options,
            @Nullable Counters counters,
            RunRecord run) {
        this.catalogue = catalogue;
        this.mask = catalogue.mask();
        this.loaders = loaders;
        this.loadedBefore = loadedBefore;
        this.include = Globs.parse(options.value(Option.INCLUDE));
        this.exclude = Globs.parse(options.value(Option.EXCLUDE));
        this.includesAll = options.is(Option.INCLUDE, Option.INCLUDE.defaultValue())
                && options.is(Option.EXCLUDE, Option.EXCLUDE.defaultValue());
        this.dryRun = options.is(Option.DRY_RUN, "true");
        this.counters = counters;
        this.run = run;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable Module module,
            @Nullable ClassLoader loader,
            @Nullable String className,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        try {
            if (loader == null || loader == PLATFORM || domain == own) {
                return null;
            }
            run.scanned();
            Faults.check(Faults.Step.SCAN);
            int hits = ConstantPoolScan.scan(classFile, mask);
            if (hits == ConstantPoolScan.NO_HIT) {
                return null;
            }
            return hit(module, loader, nameOf(className, classFile, hits), redefined, classFile, hits);
        } catch (Throwable t) {
            return failed(className, t);
        }
    }

    /** A loader may define a class without saying its name: then it stands in the class file alone. */
    private static String nameOf(@Nullable String className, byte[] classFile, int hits) {
        if (className != null) {
            return className;
        }
        boolean readable = hits != ConstantPoolScan.UNREADABLE
                && ConstantPoolScan.majorVersion(classFile) <= CallSiteRewriter.NEWEST_MAJOR;
        return readable ? CallSiteRewriter.className(classFile) : UNNAMED;
    }

    private byte @Nullable [] hit(
            @Nullable Module module,
            ClassLoader loader,
            String className,
            @Nullable Class<?> redefined,
            byte[] classFile,
            int hits) {
        if (isJdk(module, className)) {
            return null;
        }
        String binaryName = className.replace('/', '.');
        int major = ConstantPoolScan.majorVersion(classFile);
        if (major > CallSiteRewriter.NEWEST_MAJOR) {
            run.failed(binaryName, "class file version " + major + " is newer than this agent knows");
            return null;
        }
        if (hits == ConstantPoolScan.UNREADABLE) {
            run.failed(binaryName, "its constant pool cannot be read");
            return null;
        }
        String refusal = refusal(loader, binaryName);
        if (refusal != null && !run.keepsSites()) {
            AgentLog.debug(binaryName + " is left as it is: " + refusal);
            return null;
        }
        Faults.check(Faults.Step.REWRITE);
        CallSiteRewriter.Scope scope = scope(className, redefined);
        SiteNumbers numbers = run.keepsSites() ? numbersOf(binaryName, classFile, scope, refusal) : null;
        CallSiteRewriter.Result result = CallSiteRewriter.rewrite(
                classFile, catalogue, scope, refusal == null && numbers != null ? numbers.fromTheFirst() : null);
        if (refusal != null) {
            skip(result.sites(), refusal);
        }
        Faults.check(Faults.Step.RECORD);
        if (numbers != null && numbers.firstReport()) {
            run.add(result.sites());
        }
        if (refusal != null || result.bytes() == null) {
            return null;
        }
        run.rewritten();
        if (AgentLog.logs(AgentLog.Level.DEBUG)) {
            AgentLog.debug(binaryName + ": " + result.sites().size() + " sites");
        }
        return result.bytes();
    }

    /**
     * The same for the same class file, however often it is loaded: an application that is deployed again and again has its sites in the report once, and takes no
     * more memory for what is counted there. A class is known by name, size and two hashes of its bytes.
     */
    private SiteNumbers numbersOf(
            String binaryName, byte[] classFile, CallSiteRewriter.Scope scope, @Nullable String refusal) {
        CRC32 sum = new CRC32();
        sum.update(classFile);
        String key = binaryName
                + ' '
                + classFile.length
                + ' '
                + sum.getValue()
                + ' '
                + Arrays.hashCode(classFile)
                + ' '
                + scope
                + ' '
                + refusal;
        SiteNumbers numbers = known.get(key);
        if (numbers == null) {
            SiteNumbers made = new SiteNumbers(counters);
            SiteNumbers met = known.putIfAbsent(key, made);
            numbers = met == null ? made : met;
        }
        return numbers;
    }

    /** A class keeps at redefinition the superclass and the methods that it was defined with. */
    private CallSiteRewriter.Scope scope(String className, @Nullable Class<?> redefined) {
        if (redefined == null || !LoadedClassTransformer.isNamed(className, redefined)) {
            return CallSiteRewriter.Scope.DEFINITION;
        }
        if (loadedBefore != null && loadedBefore.isEarly(redefined)) {
            return CallSiteRewriter.Scope.BODIES;
        }
        Class<?> parent = redefined.getSuperclass();
        for (int i = 0; parent != null && i < Primitive.count(); i++) {
            if (parent.getName().equals(Primitive.at(i).binaryName())) {
                return CallSiteRewriter.Scope.BODIES;
            }
        }
        return CallSiteRewriter.Scope.DEFINITION;
    }

    /** Why the class is to be left alone, {@code null} if it is not. */
    @Nullable
    String refusal(ClassLoader loader, String binaryName) {
        if (!includesAll) {
            if (!include.matches(binaryName)) {
                return "not among the included classes";
            }
            if (exclude.matches(binaryName)) {
                return "among the excluded classes";
            }
        }
        if (dryRun) {
            return "dry run";
        }
        Faults.check(Faults.Step.LOADER);
        return loaders == null ? null : loaders.refusal(loader);
    }

    static void skip(List<Site> sites, String reason) {
        for (int i = 0; i < sites.size(); i++) {
            sites.get(i).skip(reason);
        }
    }

    /** Classes of the JDK, those that the application class loader holds included. */
    private static boolean isJdk(@Nullable Module module, String className) {
        if (className.startsWith("jdk/internal/reflect/")) {
            return true;
        }
        if (module == null || !module.isNamed()) {
            return false;
        }
        String name = module.getName();
        return module.getLayer() == ModuleLayer.boot() && (name.startsWith("java.") || name.startsWith("jdk."));
    }

    private byte @Nullable [] failed(@Nullable String className, Throwable t) {
        try {
            run.failed(className == null ? UNNAMED : className.replace('/', '.'), String.valueOf(t));
        } catch (Throwable again) {
            /* Out of memory or stack: the class stays as it is, and there is nothing left to say it with. */
        }
        return null;
    }
}
