package io.github.cqs.agent.cli;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Properties;

/** All that needs the module jdk.attach, in a class that a runtime without it never links. */
final class Attachment {
    private Attachment() {}

    /** Loads the agent's jar into the process. */
    static void load(long pid, String jar, String arguments) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                machine.loadAgent(jar, arguments);
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException | IOException e) {
            throw new IOException("attach: process " + pid + ": " + e.getMessage(), e);
        }
    }

    /** The system properties of the process. */
    static Properties properties(long pid) throws IOException {
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
