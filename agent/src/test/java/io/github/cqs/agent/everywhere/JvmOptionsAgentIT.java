package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.agent.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Options of the JVM that change how it collects, compiles, verifies or checks. */
class JvmOptionsAgentIT {
    @TempDir
    private Path folder;

    @Environment({
        "-XX:+UseSerialGC",
        "-XX:+UseParallelGC",
        "-XX:+UseG1GC",
        "-XX:+UseZGC",
        "-XX:ActiveProcessorCount=1",
        "-Xint",
        "-Xcomp -XX:CompileCommand=quiet -XX:CompileCommand=compileonly,java.util.concurrent.locks.*::*",
        "-Xverify:all",
        "-esa -ea",
        "-Xshare:off",
        "-Xss256k",
        "-Xmx16m",
        "-Xshare:off -XX:-UseCompressedOops",
        "-XX:-StackTraceInThrowable",
        "-XX:+DisableAttachMechanism",
        "-Djava.io.tmpdir=/no/such/folder"
    })
    @ParameterizedTest
    @ArgumentsSource(Environments.class)
    void sitesAreSwappedUnder(String options) throws IOException {
        Comparison.Swaps swaps =
                new Comparison(folder).option(options.split(" ")).run("fixture.Application");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
        assertThat(swaps.used("fixture.Checks", "CyclicBarrier")).isTrue();
    }

    @Environment(
            value = "security manager, default policy",
            until = 23,
            outcome = Environment.Outcome.LEFT_ALONE,
            remarks =
                    "the agent may do nothing there, says so in a line and swaps nothing, unless the policy trusts its jar")
    @Test
    void aSecurityManagerThatTrustsNobodyMeansNoAgent() {
        assumeTrue(Runtime.version().feature() <= 23, "this JDK has no security manager");
        ForkedJvm.Outcome outcome =
                ForkedJvm.withAgent("").option("-Djava.security.manager").run("fixture.Kind");
        assertThat(outcome.lines()).as(outcome.err()).containsExactly("Semaphore");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err().lines().filter(line -> line.contains("[cqs]"))).hasSize(1);
    }

    @Environment(value = "security manager, policy that trusts the agent's jar", until = 23)
    @Test
    void aPolicyThatTrustsTheAgentsJarIsEnough() throws IOException {
        assumeTrue(Runtime.version().feature() <= 23, "this JDK has no security manager");
        Path policy = Files.writeString(
                folder.resolve("agent.policy"), """
                grant codeBase "%s" { permission java.security.AllPermission; };
                grant { permission java.lang.RuntimePermission "exitVM.3"; };
                """.formatted(ForkedJvm.jar().toUri()));
        Comparison.Swaps swaps = new Comparison(folder)
                .option("-Djava.security.manager", "-Djava.security.policy=" + policy)
                .run("fixture.Application");
        assertThat(swaps.in("fixture.Checks")).isEqualTo(Comparison.Swaps.ALL);
    }
}
