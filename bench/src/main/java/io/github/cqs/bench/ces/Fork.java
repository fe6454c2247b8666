package io.github.cqs.bench.ces;

import io.github.cqs.bench.demo.ForeignCpu;
import io.github.cqs.bench.matrix.Arm;
import io.github.cqs.bench.matrix.ArmLoader;
import io.github.cqs.bench.matrix.Bench;
import io.github.cqs.bench.matrix.Counters;
import io.github.cqs.bench.matrix.Crew;
import io.github.cqs.bench.matrix.Lane;
import io.github.cqs.bench.matrix.Shape;
import io.github.cqs.bench.matrix.Timing;
import io.github.cqs.bench.task.TaskCrew;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Measures one load with the contenders of one setting; the main class of a JVM of its own. */
final class Fork {
    private static final int WARM_UP_ROUNDS = 4;

    private final Load load;
    private final Setting setting;
    private final Timing timing;
    private final Shape shape;
    private final Map<Contender, Bench> benches = new EnumMap<>(Contender.class);

    /** What each task has done since the warm-up. */
    private final Map<Contender, long[]> shares = new EnumMap<>(Contender.class);

    private @Nullable Crew crew;

    private Fork(Load load, Setting setting, Timing timing, Tokens tokens) {
        this.load = load;
        this.setting = setting;
        this.timing = timing;
        shape = Shape.ALONE
                .virtual(load.tasks())
                .size(load.resources())
                .work(tokens.of(load.section()), tokens.of(load.parallel()));
    }

    /** Arguments: the load's name, a setting, a timing, nanoseconds of a token, and the file for the result. */
    public static void main(String[] args) throws Exception {
        Tokens tokens = new Tokens(Double.parseDouble(args[3]));
        Jvm result = new Fork(Load.find(args[0]), Setting.valueOf(args[1]), Timing.parse(args[2]), tokens).measure();
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(Path.of(args[4])))) {
            out.writeObject(result);
        }
        System.exit(0); // the bystander's carriers are daemons, the tasks' might not be
    }

    private Jvm measure() throws ReflectiveOperationException, InterruptedException {
        List<Contender> contenders = setting.contenders(load.part());
        if (setting != Setting.PAPER) {
            makeLocks(contenders);
        }
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            for (Contender contender : contenders) {
                slice(contender, Math.max(1, timing.warmUpMillis() / WARM_UP_ROUNDS));
            }
        }
        shares.clear();
        List<Slice> slices = new ArrayList<>();
        ForeignCpu foreign = new ForeignCpu();
        for (int block = 0; block < timing.blocks(); block++) {
            for (Contender contender : Contender.block(contenders, block)) {
                slices.add(slice(contender, timing.sliceMillis()));
            }
        }
        double foreignShare = foreign.share();
        slices.replaceAll(slice -> slice.withJain(Fairness.jain(shares.getOrDefault(slice.contender(), new long[0]))));
        return new Jvm(load.name(), setting, subject(), foreignShare, slices);
    }

    private void makeLocks(List<Contender> contenders) throws ReflectiveOperationException, InterruptedException {
        for (Contender contender : contenders) {
            Bench bench = new ArmLoader(contender.arm()).make(load.part().loop(), shape.fair(contender.fair()));
            checkSubject(contender, bench.subject().getClass());
            benches.put(contender, bench);
            bench.open();
        }
        crew = new Crew(load.tasks(), true);
    }

    private Slice slice(Contender contender, int millis) throws InterruptedException {
        Counters before = Counters.now(List.of(), true);
        Bench bench = benches.get(contender);
        Slice bare = bench == null ? tasks(contender, millis) : threads(contender, bench, millis);
        Counters after = Counters.now(List.of(), true);
        return new Slice(
                contender,
                bare.nanos(),
                bare.ops(),
                bare.jain(),
                after.cpuNanos() - before.cpuNanos(),
                after.switches() - before.switches(),
                bench == null ? null : beside(bench, millis),
                bare.followed());
    }

    private Slice.Beside beside(Bench bench, int millis) throws InterruptedException {
        Bystander bystander = new Bystander();
        bystander.start();
        long nanos = crew().run(bench, millis);
        String late = bystander.stop().text();
        return new Slice.Beside(
                nanos, crew().lanes().stream().mapToLong(Lane::ops).sum(), late);
    }

    private Crew crew() {
        if (crew == null) {
            throw new IllegalStateException();
        }
        return crew;
    }

    private Slice threads(Contender contender, Bench bench, int millis) throws InterruptedException {
        long nanos = crew().run(bench, millis);
        long[] ops = crew().lanes().stream().mapToLong(Lane::ops).toArray();
        Followed followed = bench instanceof Supplier<?> told && told.get() instanceof Object[] parts
                ? Followed.decoded(parts)
                : null;
        return bare(contender, nanos, ops, followed);
    }

    private Slice tasks(Contender contender, int millis) throws InterruptedException {
        TaskCrew tasks = new TaskCrew(TaskCrew.Style.valueOf(contender.name()), shape, visit());
        long nanos = tasks.run(millis);
        Followed followed = visit() == TaskCrew.Visit.TOLD ? Followed.of(tasks.handOvers(), 4) : null;
        return bare(contender, nanos, tasks.ops(), followed);
    }

    private TaskCrew.Visit visit() {
        return switch (load.part()) {
            case TABLE, MODEL -> TaskCrew.Visit.PLAIN;
            case SIEVE -> TaskCrew.Visit.SIEVE;
            case PLACES, DELAY -> TaskCrew.Visit.TOLD;
        };
    }

    private Slice bare(Contender contender, long nanos, long[] ops, @Nullable Followed followed) {
        shares.merge(contender, ops, Fork::sum);
        return new Slice(contender, nanos, Arrays.stream(ops).sum(), Double.NaN, 0, 0, null, followed);
    }

    private static long[] sum(long[] a, long[] b) {
        long[] sum = a.clone();
        Arrays.setAll(sum, i -> a[i] + b[i]);
        return sum;
    }

    private String subject() {
        Bench ours = benches.get(Contender.OURS);
        return ours == null ? "" : ours.subject().getClass().getName();
    }

    /** A table that compared the JDK with the JDK would look fine. */
    private static void checkSubject(Contender contender, Class<?> subject) {
        boolean ours = false;
        for (Class<?> c = subject; c != null; c = c.getSuperclass()) {
            ours |= c.getSimpleName().startsWith("Cqs");
        }
        if (ours != (contender.arm() == Arm.CQS)) {
            throw new IllegalStateException("the contender " + contender + " measures " + subject);
        }
    }
}
