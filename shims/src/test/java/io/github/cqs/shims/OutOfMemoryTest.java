package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.CancellableQueueSynchronizer;
import io.github.cqs.shims.support.ExhaustedHeap;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Shims whose waiters come, and whose holders go, while the heap is exhausted, in a JVM of its own. They come from the boot loader, as they do with the
 * agent: other loaders run Java code, which takes memory, when a class first refers to another one.
 */
class OutOfMemoryTest {
    private static final long LIMIT_SECONDS = 120;

    @TempDir
    Path folder;

    private static Path folderOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @ParameterizedTest
    @CsvSource({
        "lock,false",
        "lock,true",
        "lockAlways,false",
        "lockAlways,true",
        "semaphore,false",
        "semaphore,true",
        "semaphoreAlways,false",
        "semaphoreAlways,true",
        "latch,false",
        "latchAlways,false",
        "queue,false",
        "queue,true",
        "fullQueue,false",
        "fullQueue,true",
        "turns,false",
        "turns,true",
        "meteredTurns,false",
        "lockAgain,true",
        "signal,false",
        "signal,true",
        "barrier,false",
        "barrierQueue,false",
        "libraryBarrier,false"
    })
    void primitivesSurviveAnExhaustedHeap(String primitive, boolean fair) throws Exception {
        File output = folder.resolve("output.txt").toFile();
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-Xmx8m",
                        "-Dcqs.spin.yields.dear=1",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xbootclasspath/a:" + folderOf(CqsReentrantLock.class) + File.pathSeparator
                                + folderOf(CancellableQueueSynchronizer.class),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ExhaustedHeap.class.getName(),
                        primitive,
                        String.valueOf(fair)))
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("the JVM hangs: %s", Files.readString(output.toPath()))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output.toPath())).isEqualTo("usable" + System.lineSeparator());
    }
}
