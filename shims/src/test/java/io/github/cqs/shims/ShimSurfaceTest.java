package io.github.cqs.shims;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A shim leaves no method of its JDK class to the superclass's idle queue, but for those listed here with their reason. */
class ShimSurfaceTest {
    /** Identity is the object's own; nobody's state is involved. */
    private static final Set<String> OF_EVERY_OBJECT =
            Set.of("Object.equals(Object)", "Object.hashCode()", "Object.clone()", "Object.finalize()");

    static Stream<Arguments> shims() {
        return Stream.of(
                arguments(ReentrantLock.class, CqsReentrantLock.class, Set.of()),
                arguments(Semaphore.class, CqsSemaphore.class, Set.of()),
                arguments(CountDownLatch.class, CqsCountDownLatch.class, Set.of()),
                arguments(CyclicBarrier.class, CqsCyclicBarrier.class, Set.of()),
                arguments(
                        ArrayBlockingQueue.class,
                        CqsArrayBlockingQueue.class,
                        // All of these are written in terms of overridable methods, which the shim does override: as
                        // the JDK's class
                        // inherits them too, a subclass sees the same calls.
                        Set.of(
                                "AbstractCollection.containsAll(Collection)", // contains
                                "AbstractCollection.isEmpty()", // size
                                "AbstractQueue.addAll(Collection)", // add
                                "AbstractQueue.element()", // peek
                                "AbstractQueue.remove()", // poll
                                "ArrayBlockingQueue.add(Object)", // AbstractQueue.add, which calls offer
                                "ArrayBlockingQueue.spliterator()", // iterator, size
                                "ArrayBlockingQueue.toString()", // toArray
                                "Collection.parallelStream()", // spliterator
                                "Collection.stream()", // spliterator
                                "Collection.toArray(IntFunction)"))); // toArray(T[])
    }

    @ParameterizedTest
    @MethodSource("shims")
    void everyOverridableMethodIsOverriddenOrJustified(Class<?> jdk, Class<?> shim, Set<String> justified) {
        Set<String> inherited = new TreeSet<>();
        for (Class<?> c = jdk; c != null; c = c.getSuperclass()) {
            collectInherited(c, shim, inherited);
        }
        for (Method method : jdk.getMethods()) {
            if (method.getDeclaringClass().isInterface()) {
                collectInherited(method, shim, inherited);
            }
        }
        inherited.removeAll(OF_EVERY_OBJECT);
        Set<String> unjustified = new TreeSet<>(inherited);
        unjustified.removeAll(justified);
        assertThat(unjustified)
                .as("left to the JDK class by %s", shim.getSimpleName())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("shims")
    void everyConstructorHasItsCounterpart(Class<?> jdk, Class<?> shim, Set<String> justified) throws Exception {
        for (Constructor<?> constructor : jdk.getConstructors()) {
            assertThat(Modifier.isPublic(
                            shim.getConstructor(constructor.getParameterTypes()).getModifiers()))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("shims")
    void shimsMayBeExtendedAsTheirClassMay(Class<?> jdk, Class<?> shim, Set<String> justified) {
        assertThat(shim.getSuperclass()).isSameAs(jdk);
        assertThat(Modifier.isFinal(shim.getModifiers())).isFalse();
        assertThat(Modifier.isPublic(shim.getModifiers())).isTrue();
        for (Method method : shim.getDeclaredMethods()) {
            if (Modifier.isFinal(method.getModifiers()) && !Modifier.isPrivate(method.getModifiers())) {
                assertThat(method.getName())
                        .as("an application's subclass may override it")
                        .startsWith("cqs");
            }
        }
    }

    /** Who makes a proxy of what an object's class implements asks that class alone. */
    @ParameterizedTest
    @MethodSource("shims")
    void shimsImplementThemselvesWhatTheirClassDoes(Class<?> jdk, Class<?> shim, Set<String> justified)
            throws ClassNotFoundException {
        assertThat(shim.getInterfaces()).containsExactly(jdk.getInterfaces());
        for (String form : new String[] {"Passthrough", "Metered"}) {
            Class<?> other = Class.forName(shim.getName().replace("Cqs", form));
            assertThat(Arrays.copyOf(other.getInterfaces(), jdk.getInterfaces().length))
                    .containsExactly(jdk.getInterfaces());
            assertThat(other.getInterfaces())
                    .allSatisfy(type ->
                            assertThat(Modifier.isPublic(type.getModifiers())).isTrue());
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {CqsCondition.class, ConditionOfSubclass.class, MeteredCondition.class})
    void conditionsAreCalledByReflectionAsTheJdks(Class<?> condition) {
        Class<?> jdk = new ReentrantLock().newCondition().getClass();
        assertThat(condition.getInterfaces()).containsExactly(jdk.getInterfaces());
        assertThat(Modifier.isPublic(condition.getModifiers())).isTrue();
    }

    @ParameterizedTest
    @MethodSource("shims")
    void overriddenMethodsKeepTheirShape(Class<?> jdk, Class<?> shim, Set<String> justified) {
        assumeTrue(shim.getDeclaredMethods().length > 0);
        for (Method method : shim.getDeclaredMethods()) {
            Method original = find(jdk, method);
            if (original == null || method.isBridge()) {
                continue;
            }
            assertThat(Modifier.isSynchronized(method.getModifiers()))
                    .as("%s locks the shim's monitor", method)
                    .isEqualTo(Modifier.isSynchronized(original.getModifiers()));
            assertThat(method.getExceptionTypes())
                    .as("exceptions of %s", method)
                    .isSubsetOf(original.getExceptionTypes());
            assertThat(method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED))
                    .as("access of %s", method)
                    .isEqualTo(original.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED));
        }
    }

    @ParameterizedTest
    @MethodSource("shims")
    void shimsAddNoPublicMethodsButTheirOwn(Class<?> jdk, Class<?> shim, Set<String> justified) {
        for (Method method : shim.getDeclaredMethods()) {
            boolean visible = (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
            if (visible && !method.isSynthetic() && find(jdk, method) == null) {
                // An application's subclass may have a method of any other name; and its own writeReplace wins over
                // ours.
                assertThat(method.getName()).matches("cqs.*|writeReplace");
            }
        }
    }

    private static void collectInherited(Class<?> declaring, Class<?> shim, Set<String> inherited) {
        for (Method method : declaring.getDeclaredMethods()) {
            collectInherited(method, shim, inherited);
        }
    }

    private static void collectInherited(Method method, Class<?> shim, Set<String> inherited) {
        int modifiers = method.getModifiers();
        boolean overridable = (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers))
                && !Modifier.isFinal(modifiers)
                && !Modifier.isStatic(modifiers)
                && !Modifier.isAbstract(modifiers)
                && !method.isSynthetic();
        Method seen = overridable ? find(shim, method) : null;
        if (seen != null && !seen.getDeclaringClass().getName().startsWith("io.github.cqs.")) {
            inherited.add(describe(seen));
        }
    }

    /** The method with that signature which objects of {@code type} have. */
    private static Method find(Class<?> type, Method like) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (!method.isBridge()
                        && !Modifier.isPrivate(method.getModifiers())
                        && method.getName().equals(like.getName())
                        && Arrays.equals(method.getParameterTypes(), like.getParameterTypes())) {
                    return method;
                }
            }
        }
        for (Method method : type.getMethods()) {
            if (method.getName().equals(like.getName())
                    && Arrays.equals(method.getParameterTypes(), like.getParameterTypes())) {
                return method;
            }
        }
        return null;
    }

    private static String describe(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(joining(", ", "(", ")"));
    }
}
