package io.github.cqs.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.shims.CqsReentrantLock;
import io.github.cqs.shims.CqsSemaphore;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CallSiteRewriterTest {
    /** Counts what rewritten fixtures report. */
    public static final class Hits {
        static final List<Integer> SEEN = Collections.synchronizedList(new ArrayList<>());

        public static void hit(int site) {
            SEEN.add(site);
        }
    }

    @SuppressWarnings("serial")
    public static class Mixed extends ReentrantLock implements Supplier<List<Object>> {
        final transient ReentrantLock inner;

        public Mixed() {
            super(new ReentrantLock(true).isFair());
            inner = new ReentrantLock();
        }

        @Override
        public void lock() {
            super.lock();
        }

        @Override
        public List<Object> get() {
            lock();
            Supplier<ReentrantLock> made = ReentrantLock::new;
            return List.of(
                    getClass().getSuperclass(), inner.getClass(), made.get().getClass(), new Semaphore(3).getClass());
        }
    }

    private static final class Numbers implements Counters {
        private int next;

        @Override
        public boolean areArguments() {
            return false;
        }

        @Override
        public String counterClass() {
            return Hits.class.getName().replace('.', '/');
        }

        @Override
        public int next() {
            return next++;
        }
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(CallSiteRewriterTest.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    @BeforeEach
    void forgetHits() {
        Hits.SEEN.clear();
    }

    private static ShimCatalogue catalogue(String... lockConstructors) {
        @Nullable String[] targets = new String[Primitive.count()];
        List<List<String>> constructors = new ArrayList<>();
        for (int i = 0; i < targets.length; i++) {
            constructors.add(List.of("(I)V", "(IZ)V"));
        }
        constructors.set(Primitive.REENTRANT_LOCK.index(), List.of(lockConstructors));
        targets[Primitive.REENTRANT_LOCK.index()] =
                CqsReentrantLock.class.getName().replace('.', '/');
        targets[Primitive.SEMAPHORE.index()] = CqsSemaphore.class.getName().replace('.', '/');
        return new ShimCatalogue(targets, constructors);
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = CallSiteRewriterTest.class.getResourceAsStream(
                "CallSiteRewriterTest$" + type.getSimpleName() + ".class")) {
            return in.readAllBytes();
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Object> run(CallSiteRewriter.Result result) throws Exception {
        byte[] bytes = result.bytes();
        assertThat(bytes).isNotNull();
        Class<?> defined = new Loader().define(bytes);
        return ((Supplier<List<Object>>) defined.getConstructor().newInstance()).get();
    }

    private static List<String> kinds(CallSiteRewriter.Result result) {
        return result.sites().stream()
                .map(site -> site.kind().label()
                        + ' '
                        + site.type().simpleName()
                        + (site.skipped() == null ? "" : " skipped"))
                .toList();
    }

    @Test
    void rewritesEveryKindOfSite() throws Exception {
        CallSiteRewriter.Result result = CallSiteRewriter.rewrite(
                bytes(Mixed.class), catalogue("()V", "(Z)V"), CallSiteRewriter.Scope.DEFINITION, null);
        assertThat(kinds(result))
                .containsExactlyInAnyOrder(
                        "superclass ReentrantLock",
                        "new ReentrantLock",
                        "new ReentrantLock",
                        "constructor-ref ReentrantLock",
                        "new Semaphore");
        assertThat(run(result))
                .containsExactly(
                        CqsReentrantLock.class, CqsReentrantLock.class, CqsReentrantLock.class, CqsSemaphore.class);
    }

    @Test
    void countsOneHitAnInstance() throws Exception {
        CallSiteRewriter.Result result = CallSiteRewriter.rewrite(
                bytes(Mixed.class), catalogue("()V", "(Z)V"), CallSiteRewriter.Scope.DEFINITION, new Numbers());
        assertThat(run(result)).hasSize(4);
        assertThat(Hits.SEEN).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        assertThat(result.sites()).extracting(Site::counter).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }

    @Test
    void keepsSuperclassAndItsConstructorsInALoadedClass() throws Exception {
        CallSiteRewriter.Result result = CallSiteRewriter.rewrite(
                bytes(Mixed.class), catalogue("()V", "(Z)V"), CallSiteRewriter.Scope.BODIES, null);
        assertThat(kinds(result))
                .containsExactlyInAnyOrder(
                        "superclass ReentrantLock skipped",
                        "new ReentrantLock skipped",
                        "new ReentrantLock skipped",
                        "constructor-ref ReentrantLock",
                        "new Semaphore");
        assertThat(run(result))
                .containsExactly(ReentrantLock.class, ReentrantLock.class, CqsReentrantLock.class, CqsSemaphore.class);
    }

    @Test
    void leavesATypeAloneWhoseConstructorTheShimLacks() throws Exception {
        CallSiteRewriter.Result result =
                CallSiteRewriter.rewrite(bytes(Mixed.class), catalogue("()V"), CallSiteRewriter.Scope.DEFINITION, null);
        assertThat(run(result))
                .containsExactly(ReentrantLock.class, ReentrantLock.class, ReentrantLock.class, CqsSemaphore.class);
        assertThat(result.sites())
                .filteredOn(site -> site.type() == Primitive.REENTRANT_LOCK)
                .hasSize(4)
                .allSatisfy(site -> assertThat(site.skipped()).isEqualTo("the shim has no constructor (Z)V"));
    }

    @Test
    void tellsLinesAndMethods() throws Exception {
        CallSiteRewriter.Result result = CallSiteRewriter.rewrite(
                bytes(Mixed.class), catalogue("()V", "(Z)V"), CallSiteRewriter.Scope.DEFINITION, null);
        assertThat(result.sites()).allSatisfy(site -> {
            assertThat(site.className()).isEqualTo(Mixed.class.getName());
            assertThat(site.line()).isPositive();
            assertThat(site.method()).isIn("<init>", "get");
        });
    }
}
