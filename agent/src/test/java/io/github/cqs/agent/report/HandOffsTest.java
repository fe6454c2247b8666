package io.github.cqs.agent.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.ces.HandOffCounters;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class HandOffsTest {
    /** The agent and what is delivered share no code, only this order. */
    @Test
    void kindsAreNamedInTheOrderOfTheCounters() throws ReflectiveOperationException {
        HandOffs handOffs = new HandOffs("on", "", () -> new long[] {0, 1, 2, 3, 4, 5, 6, 7, 8});
        for (String kind : HandOffs.KINDS) {
            int index = HandOffCounters.class
                    .getField(kind.toUpperCase(Locale.ROOT))
                    .getInt(null);
            assertThat(handOffs.count(kind)).as(kind).isEqualTo(index);
        }
    }
}
