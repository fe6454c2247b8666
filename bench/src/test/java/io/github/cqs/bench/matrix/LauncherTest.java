package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LauncherTest {
    /** The JVM says nothing of a command for a method that is not there. */
    @Test
    void theMethodThatIsNotToBeInlinedIsThere() throws ReflectiveOperationException {
        List<String> command = Launcher.jvm(Path.of("java"));
        assertThat(command.get(command.size() - 1))
                .isEqualTo("-XX:CompileCommand=dontinline," + Lane.class.getName() + "::"
                        + Lane.class.getDeclaredMethod("compute", int.class).getName());
    }
}
