package io.github.cqs.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.cqs.agent.options.Options;
import io.github.cqs.agent.report.RunRecord;
import io.github.cqs.agent.rewrite.ShimCatalogue;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;

/** What the transformer allocates for each class that is defined. */
class TransformAllocationTest {
    private static final int ROUNDS = 2000;
    private static final int ALL = 0b11111;

    private final ClassLoader loader = TransformAllocationTest.class.getClassLoader();
    private final CallSiteTransformer transformer = transformer();

    private static CallSiteTransformer transformer() {
        Options options = Options.read(null, new Properties(), Map.of());
        ShimCatalogue catalogue =
                ShimCatalogue.unchanged(ALL, List.of(List.of(), List.of(), List.of(), List.of(), List.of()));
        return new CallSiteTransformer(catalogue, null, null, options, null, new RunRecord(options, "test", false));
    }

    /** Names a lock without creating one. */
    private static final class OnlyCalls {
        static boolean isHeld(ReentrantLock lock) {
            return lock.isLocked();
        }
    }

    private static byte[] classFile(Class<?> type) throws IOException {
        String file = type.getName().replace('.', '/') + ".class";
        try (InputStream in = ClassLoader.getSystemResourceAsStream(file)) {
            return in.readAllBytes();
        }
    }

    private long allocatedBy(byte[] classFile, String name) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 5; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                if (transformer.transform(null, loader, name, null, null, classFile) != null) {
                    throw new AssertionError(name + " was rewritten");
                }
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    /** What asking for the figure takes itself, if anything. */
    private static long overhead() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 5; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    @Test
    void nothingForAClassThatDoesNotNameASwappedOne() throws IOException {
        for (Class<?> type : List.of(MethodVisitor.class, Json.class, Test.class)) {
            assertThat(allocatedBy(classFile(type), type.getName().replace('.', '/')))
                    .as(type.getName())
                    .isEqualTo(overhead());
        }
    }

    private interface Json {
        String text();
    }

    /** One array, with an entry for each constant. */
    @Test
    void fourBytesAConstantForAClassThatOnlyNamesASwappedOne() throws IOException {
        byte[] bytes = classFile(OnlyCalls.class);
        int constants = new ClassReader(bytes).getItemCount();
        assertThat((allocatedBy(bytes, "some/OnlyCalls") - overhead()) / ROUNDS).isBetween(0L, 4L * constants + 24);
    }
}
