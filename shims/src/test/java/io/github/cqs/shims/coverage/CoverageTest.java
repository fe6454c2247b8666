package io.github.cqs.shims.coverage;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

/** Every public and protected method of the swapped classes is called by a contract test, and the documented table says by which. */
class CoverageTest {
    private static final List<Class<?>> TYPES = List.of(
            ReentrantLock.class,
            Condition.class,
            Semaphore.class,
            CountDownLatch.class,
            CyclicBarrier.class,
            ArrayBlockingQueue.class);

    private static final Path TABLE = Path.of("..", "docs", "coverage.md");
    private static final int NAMED = 3;
    private static final String REGENERATE = "mvn -B test -pl cqs-core,shims -Dcqs.docs.update=true";

    /** By {@code Type.method(Parameters)}, the tests that call it, the most specific first. */
    private static final Map<String, List<String>> COVERING = new LinkedHashMap<>();

    @BeforeAll
    static void analyse() throws Exception {
        Map<Class<?>, Set<String>> methods = new LinkedHashMap<>();
        for (Class<?> type : TYPES) {
            methods.put(type, methodsOf(type));
        }
        CallGraph graph = new CallGraph(Path.of(CoverageTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI()));
        Map<String, Set<String>> byTest = new TreeMap<>();
        for (CallGraph.Node test : graph.tests()) {
            String owner = test.owner().substring(test.owner().lastIndexOf('/') + 1);
            if (owner.endsWith("Contract")) {
                byTest.put(owner + "." + test.name(), covered(graph.reachedFrom(test), methods));
            }
        }
        Comparator<String> mostSpecific = Comparator.comparingInt(
                        (String test) -> byTest.get(test).size())
                .thenComparing(Comparator.naturalOrder());
        methods.forEach((type, names) -> {
            for (String name : names) {
                String method = type.getSimpleName() + "." + name;
                COVERING.put(
                        method,
                        byTest.keySet().stream()
                                .filter(test -> isAbout(test, type))
                                .filter(test -> byTest.get(test).contains(method))
                                .sorted(mostSpecific)
                                .toList());
            }
        });
    }

    /** Other suites use latches and queues as tools; that tests none of them. */
    private static boolean isAbout(String test, Class<?> type) {
        boolean lockOrCondition = type == ReentrantLock.class || type == Condition.class;
        return test.startsWith(type.getSimpleName() + "Contract.")
                || lockOrCondition
                        && (test.startsWith("ReentrantLockContract.") || test.startsWith("ConditionContract."));
    }

    private static Set<String> methodsOf(Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            add(constructor, names);
        }
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                add(method, names);
            }
        }
        for (Method method : type.getMethods()) {
            if (method.getDeclaringClass() != Object.class) {
                add(method, names);
            }
        }
        return names;
    }

    private static void add(Executable method, Set<String> names) {
        boolean visible = (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
        boolean ofAbstractClass = method instanceof Constructor
                && Modifier.isAbstract(method.getDeclaringClass().getModifiers());
        if (visible && !method.isSynthetic() && !ofAbstractClass) {
            names.add(describe(
                    method instanceof Constructor ? "new" : method.getName(),
                    Arrays.stream(method.getParameterTypes())
                            .map(Class::getSimpleName)
                            .toList()));
        }
    }

    private static String describe(String name, List<String> parameters) {
        return name + parameters.stream().collect(joining(", ", "(", ")"));
    }

    private static Set<String> covered(Set<CallGraph.Node> reached, Map<Class<?>, Set<String>> methods)
            throws ClassNotFoundException {
        Set<String> covered = new TreeSet<>();
        for (CallGraph.Node call : reached) {
            if (call.owner().startsWith("[")) {
                continue;
            }
            List<String> parameters = new ArrayList<>();
            for (Type parameter : Type.getArgumentTypes(call.descriptor())) {
                String name = parameter.getClassName();
                parameters.add(name.substring(name.lastIndexOf('.') + 1));
            }
            String name = describe(call.name().equals("<init>") ? "new" : call.name(), parameters);
            Class<?> owner = classOf(call.owner());
            for (Map.Entry<Class<?>, Set<String>> type : methods.entrySet()) {
                if (type.getKey().isAssignableFrom(owner) && type.getValue().contains(name)) {
                    covered.add(type.getKey().getSimpleName() + "." + name);
                }
            }
        }
        return covered;
    }

    private static final Map<String, Class<?>> CLASSES = new HashMap<>();

    private static Class<?> classOf(String internalName) throws ClassNotFoundException {
        Class<?> known = CLASSES.get(internalName);
        if (known == null) {
            known = Class.forName(internalName.replace('/', '.'), false, CoverageTest.class.getClassLoader());
            CLASSES.put(internalName, known);
        }
        return known;
    }

    private static List<String> rows() {
        List<String> rows = new ArrayList<>();
        COVERING.forEach((method, tests) -> {
            if (!tests.isEmpty()) {
                rows.add("| `" + method + "` | " + tests.stream().limit(NAMED).collect(joining("`, `", "`", "`"))
                        + " |");
            }
        });
        return rows;
    }

    private static String document() {
        return """
                # Which test covers which method

                Generated from the compiled tests; do not edit. Every public and protected method of the swapped classes in Java 17,
                inherited ones included, with the contract tests that call it, themselves or through their support classes. Of many, the
                three are named that call the fewest methods beside it. Every contract test runs against the JDK class and against ours.

                `%s` writes this file.

                | method | tests |
                |---|---|
                %s
                """.formatted(REGENERATE, String.join("\n", rows()));
    }

    @Test
    void everyMethodIsCalledByAContractTest() {
        assertThat(COVERING).hasSizeGreaterThan(90);
        assertThat(COVERING.keySet())
                .as("methods that no contract test calls")
                .filteredOn(method -> COVERING.get(method).isEmpty())
                .isEmpty();
    }

    @Test
    void theDocumentedTableIsUpToDate() throws IOException {
        if (Boolean.getBoolean("cqs.docs.update")) {
            Files.writeString(TABLE, document());
        }
        assertThat(TABLE).as(REGENERATE + " writes it").exists();
        assertThat(Files.readString(TABLE))
                .as("docs/coverage.md; %s writes it", REGENERATE)
                .isEqualTo(document());
    }
}
