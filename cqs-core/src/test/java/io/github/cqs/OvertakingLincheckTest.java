package io.github.cqs;

import io.github.cqs.testing.Scenarios;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thread that sleeps between its ticket and its cell still finds its own cell when the list has moved on. */
@Tag("lincheck")
class OvertakingLincheckTest {
    @Test
    void overtakenSuspend() {
        Scenarios.modelCheckExactly(
                HandOffLincheckTest.Async1.class,
                HandOffLincheckTest.Specification.class,
                700,
                "give give take",
                "take");
    }

    @Test
    void overtakenResume() {
        Scenarios.modelCheckExactly(
                HandOffLincheckTest.Async1.class,
                HandOffLincheckTest.Specification.class,
                700,
                "give take take",
                "give");
    }
}
