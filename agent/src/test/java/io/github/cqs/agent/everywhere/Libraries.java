package io.github.cqs.agent.everywhere;

import java.nio.file.Path;

/** The real things from Maven Central, which the build copied into one folder. */
final class Libraries {
    private Libraries() {}

    static Path jar(String artifact) {
        Path folder = Path.of(System.getProperty("cqs.it.libraries", "target/libraries"));
        return folder.resolve(artifact + ".jar").toAbsolutePath();
    }
}
