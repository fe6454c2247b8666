package io.github.cqs.bench.ces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A sample program on virtual threads, without the agent, woken the plain way and with carriers handed over: by {@code ab}. */
final class Application {
    private static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m");

    private final CesSettings settings;

    Application(CesSettings settings) {
        this.settings = settings;
    }

    /** In the checkout. */
    static Path jar(String program) {
        return Path.of("sample-apps", program, "target", program + "-sample.jar");
    }

    /** Answers the program's exit code. */
    int compare(String program, int warmUpMillis, int millis) throws IOException, InterruptedException {
        Path folder = settings.out().resolve("application-" + program);
        Files.createDirectories(settings.out());
        Process process = new ProcessBuilder(command(program, folder, warmUpMillis, millis))
                .inheritIO()
                .start();
        try {
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }

    private List<String> command(String program, Path folder, int warmUpMillis, int millis) {
        return java.util.stream.Stream.of(
                        List.of(
                                settings.java().toString(),
                                "-jar",
                                settings.agent().toString(),
                                "ab",
                                "--runs=" + settings.programRuns(),
                                "--warmup=1",
                                "--b",
                                "virtual=plain",
                                "--b",
                                "virtual=ces",
                                "--metric=ops/s=^throughput: ([0-9.]+) ops/s$",
                                "--out=" + folder,
                                "--",
                                settings.java().toString()),
                        HEAP,
                        List.of(
                                "-Dsamples.threads=virtual",
                                "-jar",
                                settings.root().resolve(jar(program)).toString(),
                                Integer.toString(warmUpMillis),
                                Integer.toString(millis)))
                .flatMap(List::stream)
                .toList();
    }
}
