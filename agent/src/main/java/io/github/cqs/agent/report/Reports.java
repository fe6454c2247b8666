package io.github.cqs.agent.report;

import io.github.cqs.agent.options.Faults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Renders a record in the format that a file's ending names, and writes it so that no reader sees half of it. */
public final class Reports {
    private Reports() {}

    /** Writes the report when the JVM exits, however it does short of being killed. */
    public static void writeAtExit(RunRecord run) {
        Faults.check(Faults.Step.HOOK);
        Runtime.getRuntime().addShutdownHook(new AtExit(run));
    }

    private static final class AtExit extends Thread {
        private final RunRecord run;

        AtExit(RunRecord run) {
            super(null, null, "cqs-report", 0, false);
            this.run = run;
            /* The thread must not keep, or later call into, whatever loader premain happens to see. */
            setContextClassLoader(null);
        }

        @Override
        public void run() {
            try {
                write(run, run.options().reportFile());
            } catch (Throwable t) {
                AgentLog.error("no report: " + t);
            }
        }
    }

    /** Writes to {@code file}, or to stderr as text when there is none. */
    private static void write(RunRecord run, @org.jspecify.annotations.Nullable Path file) throws IOException {
        Faults.check(Faults.Step.REPORT);
        if (file == null) {
            AgentLog.print(TextReport.render(run));
            return;
        }
        String name = String.valueOf(file.getFileName());
        writeAtomically(file, render(run, name.substring(name.lastIndexOf('.') + 1)));
    }

    /**
     * The report as text.
     *
     * @param format {@code json}, {@code html}, anything else for plain text
     */
    public static String render(RunRecord run, String format) throws IOException {
        return switch (format) {
            case "json" -> JsonReport.render(run);
            case "html" -> HtmlReport.render(run);
            default -> TextReport.render(run);
        };
    }

    private static void writeAtomically(Path file, String text) throws IOException {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null) {
            throw new IOException(target + " is no file");
        }
        Path part = folder.resolve(
                "." + target.getFileName() + '.' + ProcessHandle.current().pid() + ".part");
        try {
            Files.write(part, text.getBytes(StandardCharsets.UTF_8));
            try {
                Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
