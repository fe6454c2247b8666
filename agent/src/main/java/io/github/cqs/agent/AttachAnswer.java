package io.github.cqs.agent;

import io.github.cqs.agent.report.AgentLog;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * Tells the process that attached what became of it: among the JVM's agent properties, which no application sees.
 * Throwing would be an answer too, but with a stack trace on the application's stderr.
 */
final class AttachAnswer {
    private static final String PROPERTY = "cqs.attach";
    private static final String PACKAGE = "jdk.internal.vm";

    private AttachAnswer() {}

    /** @param problem why nothing was started, empty if it was */
    static void leave(Instrumentation instrumentation, String problem) {
        try {
            instrumentation.redefineModule(
                    Object.class.getModule(),
                    Set.of(),
                    Map.of(PACKAGE, Set.of(AttachAnswer.class.getModule())),
                    Map.of(),
                    Set.of(),
                    Map.of());
            Properties properties = (Properties) Class.forName(PACKAGE + ".VMSupport")
                    .getMethod("getAgentProperties")
                    .invoke(null);
            properties.setProperty(PROPERTY, problem);
        } catch (Throwable t) {
            AgentLog.debug("no answer to whoever attached: " + t);
        }
    }
}
