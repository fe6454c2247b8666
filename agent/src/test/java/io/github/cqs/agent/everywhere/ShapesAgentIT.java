package io.github.cqs.agent.everywhere;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Libraries that look at classes: proxies of what an object implements, calls by reflection, generic superclasses, class files. */
class ShapesAgentIT {
    @TempDir
    private Path folder;

    @Environment(
            "reflection on classes of swapped objects: interfaces, public methods, generic superclasses, class files")
    @ParameterizedTest
    @ValueSource(strings = {"", ",delivery=append", ",stats=on", ",mode=passthrough", ",mode=passthrough,stats=on"})
    void classesHaveTheJdksShape(String arguments) throws IOException {
        Comparison.Swaps swaps =
                new Comparison(folder, arguments).option("-Xshare:off").run("fixture.Shapes");
        assertThat(swaps.in("fixture.Shapes")).isEqualTo(Comparison.Swaps.ALL);
        assertThat(swaps.outcome().out()).contains("[java.util.concurrent.locks.Lock, java.io.Serializable]");
    }
}
