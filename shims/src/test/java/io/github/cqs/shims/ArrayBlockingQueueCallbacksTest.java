package io.github.cqs.shims;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import org.junit.jupiter.api.Test;

/** Code of the application that the queue calls may take from it. The JDK's class breaks at most of this, so it is no part of the contract. */
class ArrayBlockingQueueCallbacksTest {
    private final ArrayBlockingQueue<String> queue =
            new CqsArrayBlockingQueue<>(4, false, Arrays.asList("a", "b", "c"));

    private void assertHolds(String... elements) {
        assertThat(queue).containsExactly(elements).hasSize(elements.length);
        List<String> polled = new ArrayList<>();
        for (String e = queue.poll(); e != null; e = queue.poll()) {
            polled.add(e);
        }
        assertThat(polled).containsExactly(elements);
    }

    @Test
    void questionsMayTakeFromTheQueue() {
        List<String> asked = new ArrayList<>();
        assertThat(queue.removeIf(e -> {
                    asked.add(e);
                    if (e.equals("b")) {
                        queue.poll();
                    }
                    return e.equals("a") || e.equals("c");
                }))
                .isTrue();
        assertThat(asked).containsExactly("a", "b", "c");
        assertHolds("b");
    }

    @Test
    void questionsMayTakeAllAndAddOthers() {
        assertThat(queue.removeIf(e -> {
                    queue.poll();
                    queue.add(e + e);
                    return true;
                }))
                .isFalse();
        assertHolds("aa", "bb", "cc");
    }

    @Test
    void questionsMayRemoveInBetween() {
        queue.add("d");
        assertThat(queue.removeAll(new AbstractCollection<String>() {
                    @Override
                    public boolean contains(Object e) {
                        return e.equals("d") || (e.equals("a") && !queue.remove("b"));
                    }

                    @Override
                    public Iterator<String> iterator() {
                        throw new UnsupportedOperationException();
                    }

                    @Override
                    public int size() {
                        return 1;
                    }
                }))
                .isTrue();
        assertHolds("a", "c");
    }

    @Test
    void equalsMayTakeWhatItIsAskedAbout() {
        Object taking = new Object() {
            @Override
            public boolean equals(Object other) {
                return Objects.equals(other, "a") && Objects.equals(queue.poll(), "a");
            }

            @Override
            public int hashCode() {
                return 0;
            }
        };
        assertThat(queue.remove(taking)).isFalse();
        assertHolds("b", "c");
    }

    @Test
    void theCollectionThatIsFilledMayTakeFromTheQueue() {
        List<String> moved = new ArrayList<>();
        AbstractCollection<String> taking = new AbstractCollection<>() {
            @Override
            public boolean add(String e) {
                if (e.equals("a")) {
                    queue.poll();
                    queue.poll();
                }
                return moved.add(e);
            }

            @Override
            public Iterator<String> iterator() {
                return moved.iterator();
            }

            @Override
            public int size() {
                return moved.size();
            }
        };
        assertThat(queue.drainTo(taking)).isEqualTo(2);
        assertThat(moved).containsExactly("a", "c");
        assertHolds();
    }
}
