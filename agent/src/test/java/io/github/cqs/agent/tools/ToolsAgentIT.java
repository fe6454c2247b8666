package io.github.cqs.agent.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.cqs.agent.ForkedJvm;
import io.github.cqs.agent.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The JDK's tools say the same about a program with the agent as about the same program without it. What may differ is listed here:
 * addresses and ids, the JDK's frames between the application and the wait, and the class names of {@link #TRANSLATION},
 * {@link #BARRIER} and {@link #QUEUE}.
 */
class ToolsAgentIT {
    private static final String LOCKS = "java.util.concurrent.locks.";

    /** What a thread waits for, or owns, by the JDK's name and by ours. */
    private static final Map<String, String> TRANSLATION = Map.of(
            LOCKS + "ReentrantLock$NonfairSync",
            LOCKS + "ReentrantLockSync",
            LOCKS + "ReentrantLock$FairSync",
            LOCKS + "ReentrantLockSync$Fair",
            LOCKS + "AbstractQueuedSynchronizer$ConditionObject",
            LOCKS + "CqsCondition",
            "java.util.concurrent.Semaphore$NonfairSync",
            LOCKS + "CqsSemaphore$Line",
            "java.util.concurrent.Semaphore$FairSync",
            LOCKS + "CqsSemaphore$Line",
            "java.util.concurrent.CountDownLatch$Sync",
            LOCKS + "CqsCountDownLatch");

    /** What the threads of a barrier wait for; the JDK's wait for a condition inside it. */
    private static final String BARRIER = LOCKS + "CqsCyclicBarrier";

    private static final String QUEUE = LOCKS + "QueueWaiters";
    private static final Pattern QUEUE_THREADS = Pattern.compile("t-(take|poll|put|offer)");

    private static final Pattern ID = Pattern.compile("@[0-9a-f]+");
    private static final int THREADS = 25;

    private static ForkedJvm.Running plain;
    private static ForkedJvm.Running agent;

    @TempDir
    private Path folder;

    @BeforeAll
    static void begin() throws IOException {
        plain = ForkedJvm.plain().option("-XX:+PrintConcurrentLocks").start("fixture.Stuck", "platform");
        agent = ForkedJvm.withAgent("").option("-XX:+PrintConcurrentLocks").start("fixture.Stuck", "platform");
        awaitLine(plain, "ready");
        awaitLine(agent, "ready");
    }

    @AfterAll
    static void end() throws IOException {
        for (ForkedJvm.Running jvm : List.of(plain, agent)) {
            assertEnds(jvm);
        }
    }

    private static void assertEnds(ForkedJvm.Running jvm) throws IOException {
        jvm.process().getOutputStream().close();
        ForkedJvm.Outcome outcome = ForkedJvm.finish(jvm);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
    }

    private static void awaitLine(ForkedJvm.Running jvm, String start) {
        await().atMost(60, TimeUnit.SECONDS).until(() -> {
            assertThat(jvm.process().isAlive())
                    .as(() -> "the program runs: " + read(jvm.err()))
                    .isTrue();
            return read(jvm.out()).lines().anyMatch(line -> line.startsWith(start));
        });
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String inOurNames(String thread, String said) {
        String translated = said;
        if (thread.contains("t-barrier")) {
            translated = translated.replace(LOCKS + "AbstractQueuedSynchronizer$ConditionObject", BARRIER);
        }
        if (QUEUE_THREADS.matcher(thread).find()) {
            translated = translated.replace(LOCKS + "AbstractQueuedSynchronizer$ConditionObject", QUEUE);
        }
        for (Map.Entry<String, String> name : TRANSLATION.entrySet()) {
            translated = translated.replace(name.getKey(), name.getValue());
        }
        return translated;
    }

    private static Map<String, String> inOurNames(Map<String, String> said) {
        Map<String, String> translated = new TreeMap<>();
        said.forEach((thread, text) -> translated.put(thread, inOurNames(thread, text)));
        return translated;
    }

    private String tool(String name, String... arguments) throws Exception {
        Path executable = Path.of(System.getProperty("java.home"), "bin", name);
        assumeTrue(Files.isExecutable(executable), "this JDK has no " + name);
        List<String> command = new ArrayList<>(List.of(executable.toString()));
        command.addAll(List.of(arguments));
        return run(command);
    }

    private String run(List<String> command) throws Exception {
        Path out = Files.createTempFile(folder, "tool", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("%s ends", command)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(out);
        assertThat(process.exitValue()).as("%s: %s", command, said).isZero();
        return said;
    }

    private static String pid(ForkedJvm.Running jvm) {
        return Long.toString(jvm.process().pid());
    }

    private static void assertSameDumps(String without, String with) {
        Map<String, String> expected = inOurNames(ThreadDump.read(without));
        assertThat(ThreadDump.read(with)).isEqualTo(expected);
        // That the dumps were understood.
        assertThat(expected.keySet()).filteredOn(name -> name.startsWith("t-")).hasSize(THREADS);
        assertThat(expected.keySet())
                .filteredOn(name -> name.startsWith("deadlocked t-"))
                .hasSize(4);
        assertThat(expected.get("deadlocks")).contains("Found 2 deadlocks.");
        assertThat(expected.get("deadlocked t-deadlock-1")).contains("which is held by \"t-deadlock-2\"");
        assertThat(expected.get("deadlocked t-mixed-2")).contains("which is held by \"t-mixed-1\"");
        assertThat(expected.get("t-lock")).contains("parking to wait for").contains("ReentrantLockSync$Fair");
        assertThat(expected.get("t-holder"))
                .contains("Locked ownable synchronizers")
                .contains("ReentrantLockSync$Fair");
    }

    @Test
    void jstackSaysTheSame() throws Exception {
        assertSameDumps(tool("jstack", "-l", pid(plain)), tool("jstack", "-l", pid(agent)));
    }

    @Test
    void jcmdThreadPrintSaysTheSame() throws Exception {
        assertSameDumps(tool("jcmd", pid(plain), "Thread.print", "-l"), tool("jcmd", pid(agent), "Thread.print", "-l"));
    }

    @Test
    void aSignalPrintsTheSameConcurrentLocks() throws Exception {
        Path kill = Path.of("/bin/kill");
        assumeTrue(Files.isExecutable(kill), "no signals here");
        for (ForkedJvm.Running jvm : List.of(plain, agent)) {
            run(List.of(kill.toString(), "-QUIT", pid(jvm)));
            awaitLine(jvm, "Found 2 deadlocks.");
        }
        assertSameDumps(read(plain.out()), read(agent.out()));
    }

    @Test
    void threadBeansSayTheSame() {
        Map<String, String> without = beans(plain);
        assertThat(beans(agent)).isEqualTo(inOurNames(without));
        assertThat(without).hasSize(THREADS + 5);
        assertThat(without.get("deadlocked t-deadlock-1"))
                .isEqualTo(" WAITING on " + LOCKS + "ReentrantLock$NonfairSync owned by t-deadlock-2 id true;"
                        + " synchronizer " + LOCKS + "ReentrantLock$NonfairSync");
        assertThat(without.get("deadlocked t-mixed-1"))
                .isEqualTo(" BLOCKED on java.lang.Object owned by t-mixed-2 id true; synchronizer " + LOCKS
                        + "ReentrantLock$FairSync");
        assertThat(without).containsEntry("monitors only", " true");
    }

    private static Map<String, String> beans(ForkedJvm.Running jvm) {
        Map<String, String> said = new TreeMap<>();
        for (String line : read(jvm.out()).lines().toList()) {
            if (line.equals("ready")) {
                break;
            }
            int colon = line.indexOf(':');
            said.put(line.substring(0, colon), line.substring(colon + 1));
        }
        return said;
    }

    @Test
    void dumpsToFileSayTheSame() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no Thread.dump_to_file");
        assertSameFiles(plain, agent, THREADS);
    }

    @Test
    void dumpsOfVirtualThreadsSayTheSame() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        ForkedJvm.Running without = ForkedJvm.plain().start("fixture.Stuck", "virtual");
        ForkedJvm.Running with = ForkedJvm.withAgent("").start("fixture.Stuck", "virtual");
        awaitLine(without, "ready");
        awaitLine(with, "ready");
        // A virtual thread that waits for a monitor keeps its carrier before JDK 24: the fixture leaves those two out.
        assertSameFiles(without, with, Runtime.version().feature() >= 24 ? THREADS : THREADS - 2);
        assertEnds(without);
        assertEnds(with);
    }

    private void assertSameFiles(ForkedJvm.Running without, ForkedJvm.Running with, int threads) throws Exception {
        Map<String, String> plainDump = dumpToFile(without);
        assertThat(dumpToFile(with)).isEqualTo(inOurNames(plainDump));
        assertThat(plainDump).hasSize(threads);
        if (Runtime.version().feature() >= 25) {
            assertThat(plainDump.get("t-lock")).contains("ReentrantLock$FairSync");
            assertThat(plainDump.get("t-mixed-1")).contains("blockedOn=java.lang.Object");
        }
    }

    /** The file's words about each of the fixture's threads: all but ids, and of the stack only the fixture's frames. */
    private Map<String, String> dumpToFile(ForkedJvm.Running jvm) throws Exception {
        Path file = folder.resolve("dump-" + pid(jvm) + ".json");
        tool("jcmd", pid(jvm), "Thread.dump_to_file", "-format=json", file.toString());
        List<Map<String, Object>> threads = new ArrayList<>();
        for (Map<String, Object> container :
                Json.objects(Json.object(Json.read(file).get("threadDump")).get("threadContainers"))) {
            threads.addAll(Json.objects(container.get("threads")));
        }
        Map<Object, Object> names = new HashMap<>();
        threads.forEach(thread -> names.put(thread.get("tid"), thread.get("name")));
        Map<String, String> said = new TreeMap<>();
        for (Map<String, Object> thread : threads) {
            if (thread.get("name").toString().startsWith("t-")) {
                said.put(thread.get("name").toString(), describe(thread, names));
            }
        }
        return said;
    }

    private static String describe(Map<String, Object> thread, Map<Object, Object> names) {
        List<String> words = new ArrayList<>();
        thread.forEach((key, value) -> {
            if (key.equals("stack")) {
                ((List<?>) value)
                        .stream()
                                .map(Object::toString)
                                .filter(frame -> frame.contains("fixture."))
                                .forEach(words::add);
            } else if (key.equals("parkBlocker")) {
                Map<String, Object> blocker = new TreeMap<>(Json.object(value));
                blocker.computeIfPresent("owner", (owner, id) -> names.get(id));
                words.add(key + "=" + ID.matcher(blocker.toString()).replaceAll(""));
            } else if (key.equals("monitorsOwned")) {
                words.add(key + "="
                        + Json.objects(value).stream()
                                .map(owned -> ID.matcher(owned.get("locks").toString())
                                        .replaceAll(""))
                                .toList());
            } else if (!key.equals("tid") && !key.equals("time") && !key.equals("carrier")) {
                words.add(key + "=" + ID.matcher(value.toString()).replaceAll(""));
            }
        });
        return String.join("\n", words);
    }
}
