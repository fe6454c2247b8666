package io.github.cqs.agent.cli;

import io.github.cqs.agent.options.Globs;
import io.github.cqs.agent.options.Option;
import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.report.RunRecord;
import io.github.cqs.agent.rewrite.CallSiteRewriter;
import io.github.cqs.agent.rewrite.ConstantPoolScan;
import io.github.cqs.agent.rewrite.ShimCatalogue;
import io.github.cqs.agent.rewrite.Site;
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

    void look(String name, byte[] bytes) {
        run.scanned();
        try {
            int hits = ConstantPoolScan.scan(bytes, catalogue.mask());
            if (hits < 0) {
                run.failed(name, "no class file that this agent can read");
            } else if (hits > 0) {
                look(bytes);
            }
        } catch (RuntimeException e) {
            run.failed(name, e.toString());
        }
    }

    private void look(byte[] bytes) {
        List<Site> sites = CallSiteRewriter.rewrite(bytes, catalogue, CallSiteRewriter.Scope.DEFINITION, null)
                .sites();
        boolean rewritten = false;
        for (Site site : sites) {
            if (!include.matches(site.className())) {
                site.skip("not among the included classes");
            } else if (exclude.matches(site.className())) {
                site.skip("among the excluded classes");
            }
            rewritten |= site.skipped() == null;
        }
        run.add(sites);
        if (rewritten) {
            run.rewritten();
        }
    }
}
