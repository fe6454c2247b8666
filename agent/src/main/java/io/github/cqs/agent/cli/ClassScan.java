package io.github.cqs.agent.cli;

import io.github.cqs.agent.options.Globs;
import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.report.RunRecord;
import io.github.cqs.agent.rewrite.CallSiteRewriter;
import io.github.cqs.agent.rewrite.ConstantPoolScan;
import io.github.cqs.agent.rewrite.ShimCatalogue;
import io.github.cqs.agent.rewrite.Site;
import java.io.IOException;
import java.util.List;

/** The agent's rewriting, of which only the findings are kept. */
final class ClassScan {
    private final ShimCatalogue catalogue;
    private final Globs include;
    private final Globs exclude;
    private final RunRecord run;

    ClassScan(Options options, List<List<String>> constructors, RunRecord run) {
        this.catalogue = ShimCatalogue.unchanged(options.primitives(), constructors);
        this.include = Globs.parse(options.value(Option.INCLUDE));
        this.exclude = Globs.parse(options.value(Option.EXCLUDE));
        this.run = run;
    }

    /**
     * Looks at one class.
     *
     * @param source the archive or folder that holds it
     * @param name what to call it if it cannot be read
     */
    void look(String source, String name, byte[] bytes) throws IOException {
        int hits = ConstantPoolScan.scan(bytes, catalogue.mask());
        int major = ConstantPoolScan.majorVersion(bytes);
        if (hits < 0) {
            run.note(name, "no class file that this agent can read");
        } else if (hits > 0 && major > CallSiteRewriter.NEWEST_MAJOR) {
            run.note(name, "class file version " + major + " is newer than this agent knows");
        } else {
            run.scanned();
            if (hits > 0) {
                look(source, bytes, name);
            }
        }
    }

    private void look(String source, byte[] bytes, String name) throws IOException {
        List<Site> sites;
        try {
            sites = CallSiteRewriter.rewrite(bytes, catalogue, CallSiteRewriter.Scope.DEFINITION, null)
                    .sites();
        } catch (RuntimeException e) {
            run.note(name, "no class file that this agent can read (" + e + ')');
            return;
        }
        boolean rewritten = false;
        for (Site site : sites) {
            if (!include.matches(site.className())) {
                site.skip("not among the included classes");
            } else if (exclude.matches(site.className())) {
                site.skip("among the excluded classes");
            }
            rewritten |= site.skipped() == null;
        }
        run.add(sites, source);
        if (rewritten) {
            run.rewritten();
        }
    }
}
