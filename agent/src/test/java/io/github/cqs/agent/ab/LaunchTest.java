package io.github.cqs.agent.ab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchTest {
    private static List<String> spliced(String command) {
        return Launch.of(List.of(command.split(" ")), List.of("-XX:+X", "-javaagent:cqs"), Map.of())
                .command();
    }

    @Test
    void javaGetsTheOptionsItself() {
        assertThat(String.join(" ", spliced("java -jar app.jar -javaagent:no")))
                .isEqualTo("java -XX:+X -javaagent:cqs -jar app.jar -javaagent:no");
        assertThat(String.join(" ", spliced("/opt/jdk/bin/java Main")))
                .isEqualTo("/opt/jdk/bin/java -XX:+X -javaagent:cqs Main");
    }

    @Test
    void otherAgentsStayInFront() {
        assertThat(String.join(" ", spliced("java -cp x -javaagent:jacoco -Xmx1g Main -javaagent:no")))
                .isEqualTo("java -cp x -javaagent:jacoco -XX:+X -javaagent:cqs -Xmx1g Main -javaagent:no");
    }

    @Test
    void anythingElseGetsThemThroughTheEnvironment() {
        Launch launch = Launch.of(
                List.of("./gradlew", "run"),
                List.of("-XX:+X", "-javaagent:a b"),
                Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g"));
        assertThat(launch.command()).containsExactly("./gradlew", "run");
        assertThat(launch.environment()).isEqualTo(Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g -XX:+X \"-javaagent:a b\""));
    }

    @Test
    void anArmKnowsItsArguments() {
        assertThat(Arm.passthrough("").arguments("report=r")).isEqualTo("mode=passthrough,report=r");
        assertThat(MadeUp.B.arguments("report=r")).isEqualTo("mode=cqs,virtual=plain,report=r");
        assertThat(new Arm("B", Arm.Kind.SWAPPED, "mode=off").arguments("report=r"))
                .isEqualTo("mode=off,report=r");
    }
}
