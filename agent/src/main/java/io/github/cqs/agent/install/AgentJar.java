package io.github.cqs.agent.install;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The jar that this agent was started from. */
public final class AgentJar {
    static final String BASE = "cqs/base.bin";
    static final String APPEND = "cqs/append.jar";

    private AgentJar() {}

    /** The jar, or the folder of compiled classes when there is no jar. */
    public static Path location() throws IOException {
        CodeSource source = AgentJar.class.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            throw new FileNotFoundException("the agent's own jar");
        }
        try {
            return Path.of(new URI(source.getLocation().toString()));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IOException(source.getLocation() + " is no file", e);
        }
    }

    /** What keeps a JVM from loading the agent from {@code jar}, or null. */
    public static @Nullable String objectionTo(Path jar) {
        return jar.toString().indexOf('=') < 0
                ? null
                : "a JVM takes what follows '=' for the agent's options: copy " + jar + " to a path without one";
    }

    /** Reads an entry past the URL machinery, which would cost start-up more than everything else here. */
    static byte[] read(String entry) throws IOException {
        Path location = location();
        if (Files.isDirectory(location)) {
            return Files.readAllBytes(location.resolve(entry));
        }
        try (ZipFile jar = new ZipFile(location.toFile())) {
            @Nullable ZipEntry found = jar.getEntry(entry);
            if (found == null) {
                throw new FileNotFoundException(entry + " in " + location);
            }
            try (InputStream in = jar.getInputStream(found)) {
                return in.readAllBytes();
            }
        }
    }
}
