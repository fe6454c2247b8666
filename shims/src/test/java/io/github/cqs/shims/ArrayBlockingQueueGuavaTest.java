package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.google.common.collect.testing.QueueTestSuiteBuilder;
import com.google.common.collect.testing.TestStringQueueGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import io.github.cqs.shims.support.Impl;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** guava-testlib's conformance suites for queues, which are JUnit 3 suites, as dynamic tests. */
class ArrayBlockingQueueGuavaTest {
    @TestFactory
    Stream<DynamicNode> jdk() {
        return suites(Impl.JDK);
    }

    @TestFactory
    Stream<DynamicNode> shim() {
        return suites(Impl.SHIM);
    }

    private static Stream<DynamicNode> suites(Impl impl) {
        return Stream.of(false, true).map(fair -> {
            List<Test> tests = Collections.list(suite(impl, fair).tests());
            assertThat(tests).isNotEmpty();
            return dynamicContainer(fair ? "fair" : "unfair", tests.stream().map(ArrayBlockingQueueGuavaTest::node));
        });
    }

    private static DynamicNode node(Test test) {
        if (test instanceof TestSuite suite) {
            return dynamicContainer(
                    suite.getName(), Collections.list(suite.tests()).stream().map(ArrayBlockingQueueGuavaTest::node));
        }
        TestCase testCase = (TestCase) test;
        return dynamicTest(testCase.getName(), testCase::runBare);
    }

    private static TestSuite suite(Impl impl, boolean fair) {
        return QueueTestSuiteBuilder.using(new TestStringQueueGenerator() {
                    @Override
                    protected Queue<String> create(String[] elements) {
                        return impl.queue(100, fair, Arrays.asList(elements));
                    }
                })
                .named(impl + (fair ? " fair" : " unfair"))
                .withFeatures(CollectionFeature.GENERAL_PURPOSE, CollectionFeature.KNOWN_ORDER, CollectionSize.ANY)
                .createTestSuite();
    }
}
