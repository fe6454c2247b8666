package io.github.cqs.bench.matrix;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.cqs.bench.demo.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code matrix.json} holds.
 *
 * @param ended when the last JVM did
 * @param agentOptions null in files of earlier versions
 * @param beside other programs that kept a processor busy each; null in files of earlier versions
 */
record RawData(
        String ended,
        List<String> args,
        Machine machine,
        Timing timing,
        @Nullable List<String> agentOptions,
        @Nullable Integer beside,
        List<ForkResult> forks) {
    private static final String FILE = "matrix.json";
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** Before the first JVM. */
    static RawData none(List<String> args, Machine machine, Timing timing, List<String> agentOptions, int beside) {
        return new RawData(now(), args, machine, timing, agentOptions, beside, List.of());
    }

    RawData plus(ForkResult fork) {
        List<ForkResult> all = new ArrayList<>(forks);
        all.add(fork);
        return new RawData(now(), args, machine, timing, agentOptions, beside, all);
    }

    /** With what an interrupted run has measured. */
    RawData after(RawData interrupted) {
        return new RawData(ended, args, machine, timing, agentOptions, beside, interrupted.forks());
    }

    /** How many JVMs have measured this cell. */
    int forks(Cell cell) {
        return (int)
                forks.stream().filter(fork -> fork.cell().equals(cell.name())).count();
    }

    /** The JVMs that were the first {@code count} to measure this cell. */
    List<ForkResult> first(int count, Cell cell) {
        return forks.stream()
                .filter(fork -> fork.cell().equals(cell.name()))
                .limit(count)
                .toList();
    }

    private static String now() {
        return Instant.now().toString();
    }

    /** Why figures of both must not be mixed. */
    List<String> differencesTo(RawData now) {
        List<String> differences = new ArrayList<>();
        Map<String, Object> here = now.conditions();
        conditions().forEach((what, then) -> {
            if (!then.equals(here.get(what))) {
                differences.add("its " + what + " was " + then + ", now it is " + here.get(what));
            }
        });
        return differences;
    }

    private Map<String, Object> conditions() {
        Map<String, Object> conditions = new LinkedHashMap<>();
        conditions.put("commit", machine.commit());
        conditions.put("JDK", machine.jdk());
        conditions.put("system", machine.os());
        conditions.put("number of cores", machine.cores());
        conditions.put("timing", timing);
        conditions.put("list of the agent's options", agentOptions == null ? List.of() : agentOptions);
        conditions.put("number of busy programs beside it", beside == null ? 0 : beside);
        return conditions;
    }

    /** Replaces the file as a whole: whenever this JVM is stopped, there is a readable one. */
    void write(Path folder) throws IOException {
        Path next = folder.resolve(FILE + ".new");
        MAPPER.writeValue(next.toFile(), this);
        Files.move(next, folder.resolve(FILE), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    static RawData read(Path folder) throws IOException {
        return MAPPER.readValue(folder.resolve(FILE).toFile(), RawData.class);
    }
}
