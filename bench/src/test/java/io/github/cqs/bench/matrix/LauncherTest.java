package io.github.cqs.bench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.bench.ces.SieveLoop;
import java.lang.reflect.Method;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LauncherTest {
    /** The JVM says nothing of a command for a method that is not there. */
    @Test
    void theMethodsThatAreNotToBeInlinedAreThere() throws ReflectiveOperationException {
        assertThat(Launcher.jvm(Path.of("java")).stream().filter(option -> option.contains("dontinline")))
                .containsExactly(
                        dontInline(Lane.class.getDeclaredMethod("compute", int.class)),
                        dontInline(Sieve.class.getDeclaredMethod("count", int.class)));
    }

    private static String dontInline(Method method) {
        return "-XX:CompileCommand=dontinline," + method.getDeclaringClass().getName() + "::" + method.getName();
    }

    /** Loaded for each arm it would be compiled for each, and perhaps to other machine code. */
    @Test
    void allArmsSieveAlike() throws ReflectiveOperationException {
        Object loop = new ArmLoader(Arm.CQS).make(SieveLoop.class.getName(), Shape.ALONE);
        assertThat(loop.getClass().getName()).isNotEqualTo(SieveLoop.class.getName());
        assertThat(loop.getClass().getDeclaredField("sieve").getType()).isEqualTo(Sieve.class);
    }
}
