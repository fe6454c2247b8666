package io.github.cqs.agent.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.internal.Tuning;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TunablesTest {
    private static List<String> notes(String property, String value) {
        Properties properties = new Properties();
        properties.setProperty(property, value);
        return Tunables.notes(properties, Tuning.ranges());
    }

    @Test
    void whatIsMistypedIsNoted() {
        assertThat(notes("cqs.spin.yield", "0"))
                .containsExactly(
                        "the system property cqs.spin.yield is no tunable and is ignored, did you mean cqs.spin.yields?");
        assertThat(notes("cqs.spn.yields", "0")).singleElement().asString().endsWith("did you mean cqs.spin.yields?");
        assertThat(notes("cqs.spin.for.ever", "1"))
                .containsExactly("the system property cqs.spin.for.ever is no tunable and is ignored");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "", " 4", "-1", "1048577", "99999999999999999999", "4.0"})
    void whatTheEnginesIgnoreIsNoted(String value) {
        assertThat(notes("cqs.spin.yields", value))
                .containsExactly(
                        "bad value '" + value
                                + "' for the tunable cqs.spin.yields, which is ignored; valid: a whole number from 0 to 1048576");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1048576", "0x10", "+4"})
    void whatTheyTakeIsNot(String value) {
        assertThat(notes("cqs.spin.yields", value)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cqs.service.port",
                "cqs.mode",
                "cqs.",
                "cqs..",
                "cqs.test.fault",
                "xcqs.spin.yield",
                "CQS.spin.yield"
            })
    void whatBelongsToOthersIsNot(String property) {
        assertThat(notes(property, "1")).isEmpty();
    }
}
