package io.github.cqs.agent.cli;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;

/** All that needs the module jdk.attach, in a class that a runtime without it never links. */
final class Attachment {
    private Attachment() {}

    /** Loads the agent's jar into the process. */
    static void load(long pid, String jar, String arguments) throws IOException {
        requireJvm("attach", pid);
        String problem;
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                machine.loadAgent(jar, arguments);
                problem = answer(machine);
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException | IOException e) {
            throw new IOException(
                    "attach: process " + pid + ": " + e.getMessage()
                            + "; attach needs a JVM of the same user that allows it, or start it with -javaagent",
                    e);
        }
        if (!problem.isEmpty()) {
            throw new IOException("attach: process " + pid + " is as before: " + problem);
        }
    }

    /** What the agent left there, nothing if the process has ended meanwhile. */
    private static String answer(VirtualMachine machine) {
        try {
            return machine.getAgentProperties().getProperty("cqs.attach", "");
        } catch (IOException e) {
            return "";
        }
    }

    /** Lets pass what may be one. The JVM would find out as well, after ten seconds of signals to the process. */
    private static void requireJvm(String command, long pid) throws IOException {
        try (Stream<String> mapped = Files.lines(Path.of("/proc/" + pid + "/maps"), StandardCharsets.ISO_8859_1)) {
            if (mapped.anyMatch(line -> line.contains("/libjvm."))) {
                return;
            }
        } catch (IOException | UncheckedIOException e) {
            return;
        }
        throw new IOException(command + ": process " + pid + " is no Java process");
    }

    /** The system properties of the process. */
    static Properties properties(long pid) throws IOException {
        requireJvm("scan", pid);
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                return machine.getSystemProperties();
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | IOException e) {
            throw new IOException("scan: process " + pid + ": " + e.getMessage(), e);
        }
    }
}
