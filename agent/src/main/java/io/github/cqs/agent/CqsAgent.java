package io.github.cqs.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.security.ProtectionDomain;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Where the JVM enters the agent. Everything else lives in a class loader of its own: the JVM appends the agent's jar to
 * the class path, and there the application's classes of the same names, another version of this agent say, come first.
 */
public final class CqsAgent {
    private static @Nullable Class<?> agent;

    private CqsAgent() {}

    /** Called before the application's {@code main}. */
    public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
        start("premain", arguments, instrumentation);
    }

    /** Called in a JVM that runs already. */
    public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
        start("agentmain", arguments, instrumentation);
    }

    private static synchronized void start(String method, @Nullable String arguments, Instrumentation instrumentation) {
        try {
            if (agent == null) {
                agent = new Loader().loadClass("io.github.cqs.agent.AgentStart");
            }
            /* The JVM has just made a call of the same shape, so that it costs nothing to prepare. */
            agent.getMethod(method, String.class, Instrumentation.class).invoke(null, arguments, instrumentation);
        } catch (Throwable t) {
            System.err.println("[cqs] error: the agent cannot be loaded (" + t + "). The application runs untouched");
        }
    }

    /** Finds the agent's classes in its jar and knows nothing of the application. */
    private static final class Loader extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        private final ProtectionDomain domain = CqsAgent.class.getProtectionDomain();
        private final ZipFile jar;

        Loader() throws IOException {
            super("cqs-agent", getPlatformClassLoader());
            jar = new ZipFile(
                    URI.create(domain.getCodeSource().getLocation().toString()).getPath());
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            @Nullable ZipEntry entry = jar.getEntry(name);
            try {
                return entry == null ? null : jar.getInputStream(entry);
            } catch (IOException e) {
                return null;
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            @Nullable ZipEntry entry = jar.getEntry(name.replace('.', '/') + ".class");
            if (entry == null) {
                throw new ClassNotFoundException(name);
            }
            try (InputStream in = jar.getInputStream(entry)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length, domain);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
