package io.github.cqs.bench.demo;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;

/** Where the runs happened. */
public record Machine(String jdk, String os, int cores, long memoryMib, String commit) {
    public static Machine describe(Path root) {
        return new Machine(
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                totalMemoryMib(),
                headCommit(root));
    }

    private static long totalMemoryMib() {
        return java.lang.management.ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean machine
                ? machine.getTotalMemorySize() >> 20
                : 0;
    }

    private static String headCommit(Path root) {
        try {
            Process git = new ProcessBuilder(
                            "git", "-C", root.toString(), "describe", "--always", "--dirty", "--abbrev=12")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String commit = new String(git.getInputStream().readAllBytes(), Charset.defaultCharset()).strip();
            return commit.isEmpty() ? "unknown" : commit;
        } catch (IOException e) {
            return "unknown";
        }
    }
}
