package io.github.cqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cqs.testing.Threads;
import io.github.cqs.testing.Threads.Task;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TinyPrimitivesTest {
    @Test
    void theDocumentedMutexIsTheTestedOne() throws Exception {
        assertThat(code("src/test/java/io/github/cqs/TinyMutex.java", "final class TinyMutex"))
                .isEqualTo(code(
                        "src/main/java/io/github/cqs/CancellableQueueSynchronizer.java", " * final class TinyMutex"));
    }

    /** The class that starts with {@code first}, without comments, comment borders and white space. */
    private static String code(String file, String first) throws Exception {
        String text = Files.readString(Path.of(file));
        text = text.substring(text.indexOf(first));
        Matcher classBody = Pattern.compile("(?s)^.*?\n( \\* )?\\}\n").matcher(text);
        assertThat(classBody.find()).as("%s in %s", first, file).isTrue();
        return classBody
                .group()
                .replaceAll("(?m)^ \\* ?", "")
                .replaceAll("//.*", "")
                .replaceAll("\\s+", "");
    }

    @Test
    void mutexIsHandedOverInOrderAndWaitersMayLeave() throws Exception {
        TinyMutex mutex = new TinyMutex();
        mutex.lock();
        List<Integer> order = new ArrayList<>();
        List<Task<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            waiters.add(Threads.start(() -> {
                        mutex.lock();
                        order.add(number);
                        mutex.unlock();
                        return (Void) null;
                    })
                    .awaitParked());
        }
        for (int gone : new int[] {3, 0}) {
            Task<Void> leaver = waiters.remove(gone);
            leaver.interrupt();
            assertThatThrownBy(leaver::join).isInstanceOf(InterruptedException.class);
        }
        mutex.unlock();
        Threads.joinAll(waiters);
        assertThat(order).containsExactly(1, 2, 4);
        mutex.lock();
        mutex.unlock();
        mutex.checkInvariants();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16})
    void mailboxKeepsValuesForThoseWhoCome(int segmentSize) throws Exception {
        TinyMailbox<Integer> mailbox = new TinyMailbox<>(segmentSize);
        assertThat(mailbox.poll(0)).isNull();
        for (int i = 0; i < 20; i++) {
            mailbox.put(i);
        }
        for (int i = 0; i < 20; i++) {
            assertThat(mailbox.poll(0)).isEqualTo(i);
        }
        assertThat(mailbox.poll(0)).isNull();
        Task<Integer> taker = Threads.start(() -> mailbox.poll(Long.MAX_VALUE)).awaitParked();
        mailbox.put(7);
        assertThat(taker.join()).isEqualTo(7);
    }

    /** Delegation of values: whatever takers do, no value is lost and none is doubled. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16})
    void mailboxLosesNothingWhileTakersGiveUp(int segmentSize) throws Exception {
        int values = 20_000 * Threads.scale();
        TinyMailbox<Integer> mailbox = new TinyMailbox<>(segmentSize);
        ConcurrentLinkedQueue<Integer> taken = new ConcurrentLinkedQueue<>();
        Task<Void> giver = Threads.start(() -> {
            for (int i = 0; i < values; i++) {
                mailbox.put(i);
            }
            return null;
        });
        List<Task<Void>> takers = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int patience = t * 20;
            takers.add(Threads.start(() -> {
                while (!giver.isDone()) {
                    Integer value = mailbox.poll(TimeUnit.MICROSECONDS.toNanos(patience));
                    if (value != null) {
                        taken.add(value);
                    }
                }
                return null;
            }));
        }
        giver.join();
        Threads.joinAll(takers);
        for (Integer value = mailbox.poll(0); value != null; value = mailbox.poll(0)) {
            taken.add(value);
        }
        assertThat(taken).hasSize(values);
        assertThat(taken.stream().sorted().toList())
                .isEqualTo(IntStream.range(0, values).boxed().toList());
        mailbox.checkInvariants();
    }
}
