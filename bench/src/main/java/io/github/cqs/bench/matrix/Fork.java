package io.github.cqs.bench.matrix;

import io.github.cqs.bench.demo.ForeignCpu;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures one cell; the main class of a JVM of its own, with the agent. */
final class Fork {
    private static final int WARM_UP_ROUNDS = 4;

    /** Operations of each arm after which all is compiled; for slow ones there are more rounds, but not too many. */
    private static final long WARM_UP_OPS = 50_000;

    private static final int MOST_WARM_UP_ROUNDS = 24;

    private final Cell cell;
    private final Timing timing;
    private final Map<Arm, Bench> benches = new EnumMap<>(Arm.class);
    private final CacheLine line = new CacheLine();
    private Set<Path> parked = Set.of();

    private Fork(Cell cell, Timing timing) {
        this.cell = cell;
        this.timing = timing;
    }

    /** Arguments: the cell's name, a timing, and the file for the result. */
    public static void main(String[] args) throws Exception {
        ForkResult result = new Fork(Catalogue.find(args[0]), Timing.parse(args[1])).measure();
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(Path.of(args[2])))) {
            out.writeObject(result);
        }
        System.exit(0); // workers are daemons, waiters might not be
    }

    private ForkResult measure() throws ReflectiveOperationException, InterruptedException {
        for (Arm arm : Arm.values()) {
            Bench bench = new ArmLoader(arm).make(cell.loop(), cell.shape());
            checkSubject(arm, bench.subject().getClass());
            benches.put(arm, bench);
            bench.open();
        }
        parked = Counters.tasks(Workers.LIGHT);
        Crew crew = new Crew(cell.shape().threads(), cell.shape().virtual());
        boolean pinned = cell.shape().threads() == 2 && !cell.shape().virtual() && Pinning.pinTwo();
        warmUp(crew);
        line.warmUp();
        List<Slice> slices = new ArrayList<>();
        ForeignCpu foreign = new ForeignCpu();
        for (int block = 0; block < timing.blocks(); block++) {
            for (Arm arm : Arm.block(block)) {
                slices.add(slice(crew, arm));
            }
        }
        double share = foreign.share();
        String subject = bench(Arm.CQS).subject().getClass().getName();
        for (Bench bench : benches.values()) {
            bench.close();
        }
        return new ForkResult(cell.name(), subject, share, pinned, slices);
    }

    private void warmUp(Crew crew) throws InterruptedException {
        Map<Arm, Long> done = new EnumMap<>(Arm.class);
        for (int round = 0; round < WARM_UP_ROUNDS || isCold(done, round); round++) {
            for (Arm arm : Arm.values()) {
                crew.run(bench(arm), Math.max(1, timing.warmUpMillis() / WARM_UP_ROUNDS));
                done.merge(arm, crew.lanes().stream().mapToLong(Lane::ops).sum(), Long::sum);
            }
        }
    }

    /** Whether some arm has done too little so far to be warm. */
    static boolean isCold(Map<Arm, Long> done, int rounds) {
        return rounds < MOST_WARM_UP_ROUNDS && done.values().stream().anyMatch(ops -> ops < WARM_UP_OPS);
    }

    private Slice slice(Crew crew, Arm arm) throws InterruptedException {
        boolean virtual = cell.shape().virtual();
        long lineNanos = line.roundTripNanos();
        Counters before = Counters.now(crew.threads(), virtual, parked);
        long nanos = crew.run(bench(arm), timing.sliceMillis());
        Counters after = Counters.now(crew.threads(), virtual, parked);
        long[] ops = crew.lanes().stream().mapToLong(Lane::ops).toArray();
        return new Slice(
                arm,
                nanos,
                Arrays.stream(ops).sum(),
                Arrays.stream(ops).min().orElse(0),
                Arrays.stream(ops).max().orElse(0),
                after.cpuNanos() - before.cpuNanos(),
                after.switches() - before.switches(),
                after.bytes() - before.bytes(),
                p99(crew.lanes()),
                lineNanos);
    }

    private static long p99(List<Lane> lanes) {
        long[] waits = new long[lanes.size() * 16 + 2 * 16_384];
        int n = 0;
        for (Lane lane : lanes) {
            n = lane.copyWaits(waits, n);
        }
        Arrays.sort(waits, 0, n);
        return n == 0 ? 0 : waits[(int) ((n - 1) * 0.99)];
    }

    private Bench bench(Arm arm) {
        Bench bench = benches.get(arm);
        if (bench == null) {
            throw new IllegalStateException("no loop for " + arm);
        }
        return bench;
    }

    /** A matrix that compared the JDK with the JDK would look fine. */
    private static void checkSubject(Arm arm, Class<?> subject) {
        boolean ours = false;
        for (Class<?> c = subject; c != null; c = c.getSuperclass()) {
            ours |= c.getSimpleName().startsWith("Cqs");
        }
        if (ours != (arm == Arm.CQS)) {
            throw new IllegalStateException("the arm " + arm + " measures " + subject);
        }
    }
}
