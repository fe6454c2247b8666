package io.github.cqs.agent.report;

import io.github.cqs.agent.options.Faults;
import io.github.cqs.agent.options.ReportFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Renders a record in the format that a file's ending names, and writes it so that no reader sees half of it. */
public final class Reports {
    private static @Nullable AtExit atExit;

    private Reports() {}

    /** Writes the report when the JVM exits, however it does short of being killed. A second one, of an agent that was started again, takes the place of the first. */
    public static synchronized void writeAtExit(RunRecord run) {
        Faults.check(Faults.Step.HOOK);
        AtExit next = new AtExit(run);
        Runtime.getRuntime().addShutdownHook(next);
        if (atExit != null) {
            Runtime.getRuntime().removeShutdownHook(atExit);
        }
        atExit = next;
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
            Path file = run.options().reportFile();
            try {
                write(run, file);
            } catch (IOException e) {
                AgentLog.error(
                        "no report" + (file == null ? ": " + e : " in '" + file + "': " + ReportFile.reason(file, e)));
            } catch (Throwable t) {
                AgentLog.error("no report: " + t);
            }
        }
    }

    /** Writes to {@code file}, or to stderr as text when there is none. */
    private static void write(RunRecord run, @Nullable Path file) throws IOException {
        Faults.check(Faults.Step.REPORT);
        if (file == null) {
            AgentLog.print(TextReport.render(run));
        } else {
            writeFile(run, file.toAbsolutePath());
        }
    }

    /** Writes {@code file} in the format that its ending names, in one step. */
    public static void writeFile(RunRecord run, Path file) throws IOException {
        String name = file.toString();
        ReportFile.write(file, out -> write(run, name.substring(name.lastIndexOf('.') + 1), out));
    }

    /**
     * Writes the report.
     *
     * @param format {@code json}, {@code html}, anything else for plain text
     */
    public static void write(RunRecord run, String format, Writer out) throws IOException {
        switch (format) {
            case "json" -> JsonReport.write(run, out);
            case "html" -> HtmlReport.write(run, out);
            default -> TextReport.write(run, out);
        }
    }
}
