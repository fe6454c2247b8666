package io.github.cqs.agent.report;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether virtual threads hand their carriers over to those they wake.
 *
 * @param state {@code on}; {@code idle} before the first virtual thread; or {@code off}
 * @param reason why it is not on, empty if it is
 * @param counts what was counted, in the order of {@link #KINDS}, if anything is
 */
public record HandOffs(
        String state, String reason, @Nullable Supplier<long[]> counts) {
    /** The names of the counters. */
    static final String[] KINDS = {"hand_offs", "flushes", "bound_hits", "nested", "other_scheduler", "next_up", "plain"
    };

    /** Off, and why. */
    public static HandOffs off(String reason) {
        return new HandOffs("off", reason, null);
    }

    /** What was counted of {@code kind}, one of {@link #KINDS}; 0 if nothing is counted. */
    public long count(String kind) {
        Supplier<long[]> source = counts;
        for (int i = 0; i < KINDS.length; i++) {
            if (KINDS[i].equals(kind)) {
                return source == null ? 0 : source.get()[i];
            }
        }
        throw new IllegalArgumentException(kind);
    }

    /** As text on one line. */
    String describe() {
        StringBuilder text = new StringBuilder(state);
        if (!reason.isEmpty()) {
            text.append(": ").append(reason);
        }
        Supplier<long[]> source = counts;
        if (source != null) {
            long[] now = source.get();
            for (int i = 0; i < KINDS.length; i++) {
                text.append(", ").append(KINDS[i].replace('_', ' ')).append(' ').append(now[i]);
            }
        }
        return text.toString();
    }
}
