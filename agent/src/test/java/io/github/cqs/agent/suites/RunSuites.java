package io.github.cqs.agent.suites;

import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the named test classes but for large tests, and prints how many tests ended in which way, and every failure. */
final class RunSuites implements TestExecutionListener {
    private final Map<TestExecutionResult.Status, Integer> ends = new TreeMap<>();

    private RunSuites() {}

    public static void main(String[] args) {
        for (String name : args) {
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(name))
                    .filters(TagFilter.excludeTags("large"))
                    .build();
            RunSuites suites = new RunSuites();
            LauncherFactory.create().execute(request, suites);
            suites.ends.forEach((status, count) -> System.out.println(name + " " + status + " " + count));
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
            ends.merge(result.getStatus(), 1, Integer::sum);
        }
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            System.err.println(test.getUniqueId());
            result.getThrowable().ifPresent(Throwable::printStackTrace);
        }
    }
}
