package io.github.cqs.bench.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TallyTest {
    /** Two fields that lie in one line, whatever the JVM's layout, as an object of this size fits into one. */
    private static final class Pair {
        @SuppressWarnings("UnusedVariable")
        int a;

        @SuppressWarnings("UnusedVariable")
        int b;
    }

    @Test
    void fieldsOfOneLineAreOneLine() {
        Tape tape = new Tape(false);
        Pair pair = new Pair();
        tape.next();
        tape.take(Kind.CAS, pair, "a");
        tape.take(Kind.PLAIN_WRITE, pair, "b");
        tape.take(Kind.PLAIN_WRITE, new Pair(), "b");
        tape.next();
        tape.take(Kind.FAILED_CAS, pair, "a");
        Tally tally = Tally.of(List.of(tape), Set.of());
        assertThat(tally.operations()).isEqualTo(2);
        assertThat(tally.lines()).isEqualTo(3);
        assertThat(tally.moved()).isZero();
        assertThat(tally.perOperation())
                .containsEntry("cas", 0.5)
                .containsEntry("failed_cas", 0.5)
                .containsEntry("lines", 1.5);
    }

    @Test
    void aLineMovesWhenAnotherThreadTakesIt() {
        Tape one = new Tape(false);
        Tape other = new Tape(false);
        Pair pair = new Pair();
        one.next();
        other.next();
        one.take(Kind.CAS, pair, "a");
        other.take(Kind.CAS, pair, "b"); // moves, but would not if a and b were padded
        other.take(Kind.CAS, pair, "b");
        one.take(Kind.CAS, pair, "a"); // likewise
        other.take(Kind.CAS, pair, "a"); // moves in any case
        Tally tally = Tally.of(List.of(one, other), Set.of());
        assertThat(tally.moved()).isEqualTo(3);
        assertThat(tally.movedByEach()).containsEntry("Pair.a", 1.0).containsEntry("Pair.b", 0.5);
        assertThat(tally.movedPadded()).isEqualTo(1);
        Tally apart = Tally.of(List.of(one, other), Set.of("b"));
        assertThat(apart.moved()).isEqualTo(1);
    }

    @Test
    void cellsOfAnArrayLieInItsLines() {
        Tape tape = new Tape(false);
        Object[] array = new Object[64];
        tape.next();
        tape.take(Kind.PLAIN_WRITE, array, 0);
        tape.take(Kind.PLAIN_WRITE, array, 1);
        tape.take(Kind.PLAIN_WRITE, array, 63);
        assertThat(Tally.of(List.of(tape), Set.of()).lines()).isEqualTo(2);
    }

    @Test
    void theOperationThatWokeMostIsRemembered() {
        Tape tape = new Tape(false);
        tape.next();
        tape.count(Kind.UNPARK);
        tape.count(Kind.UNPARK);
        tape.next();
        tape.count(Kind.UNPARK);
        tape.count(Kind.PARK);
        tape.count(Kind.UNPARK);
        assertThat(tape.mostUnparks()).isEqualTo(2);
        assertThat(tape.counted(Kind.UNPARK)).isEqualTo(4);
    }
}
