package io.github.cqs.bench.matrix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Other programs that keep a processor busy each while cells are measured. They end with this JVM, however that ends. */
final class Neighbours implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();

    /** Starts {@code count} of them. */
    Neighbours(Path java, int count) throws IOException {
        List<String> command = new ArrayList<>(Launcher.jvm(java));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Neighbours.class.getName()));
        try {
            for (int i = 0; i < count; i++) {
                processes.add(new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start());
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    List<Process> processes() {
        return List.copyOf(processes);
    }

    /** Fails if one has ended: what is measured then is not what was asked for. */
    void requireAll() throws IOException {
        for (Process process : processes) {
            if (!process.isAlive()) {
                throw new IOException(
                        "a program that was to keep a processor busy has ended, with exit code " + process.exitValue());
            }
        }
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }

    /** One of them: it is busy until its input ends, as it does with who has started it. */
    public static void main(String[] args) throws IOException {
        Workers.platform("busy", () -> {
                    for (; ; ) {
                        Thread.onSpinWait();
                    }
                })
                .start();
        while (System.in.read() >= 0) {
            /* Nothing is sent. */
        }
    }
}
