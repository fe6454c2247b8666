package io.github.cqs.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {
    @TempDir
    private Path root;

    @Test
    void aRecordNamesNoPlaceOfTheMachine() throws Exception {
        Recording recording = Recording.in(root, null, "startup");
        recording.write("a.json", System.getProperty("java.home") + "/bin/java -jar " + root + "/agent.jar");
        assertThat(recording.folder().getParent()).isEqualTo(root.resolve("bench/results"));
        assertThat(recording.folder().getFileName().toString()).matches("\\d{4}-\\d\\d-\\d\\d-jdk\\d+-startup");
        assertThat(Files.readString(recording.folder().resolve("a.json")))
                .isEqualTo("$JAVA_HOME/bin/java -jar ./agent.jar");
    }
}
