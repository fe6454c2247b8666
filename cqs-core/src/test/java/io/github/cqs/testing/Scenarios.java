package io.github.cqs.testing;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Lincheck scenarios for operations that block. Lincheck's own generator knows nothing of operations that must be paired, and takes a thread
 * that waits for ever for a deadlock; so scenarios are composed here, of rounds after which a thread holds nothing.
 *
 * <p>The model checker's clock stands still, and its park may return at any time. So a lost value shows as a hang, whereas a forgotten
 * unpark does not show; stress tests look for that. An elapsed timeout, or an interrupt that a thread gives to itself, is how a scenario
 * cancels. How many turns a loop may take before the model checker changes threads is left at its default: with fewer it explores
 * fewer places, and misses a thread that is overtaken between its ticket and its cell.
 */
public final class Scenarios {
    /**
     * How often a thread may come past one place before the model checker takes it for one that hangs. Its default of 50 is reached by a
     * thread that looks at a lock while another, which is about to take it, is not chosen: with four threads that is not rare.
     */
    private static final int LOOP_BOUND = 1_000;

    private Scenarios() {}

    /** How much to explore. */
    public record Bounds(int scenarios, int threads, int rounds, int invocations) {}

    /** Model checks random scenarios; {@code rounds} are sequences of operations, separated by spaces, whose parameter is the thread. */
    public static void modelCheck(Class<?> operations, Class<?> specification, Bounds bounds, String... rounds) {
        check(
                new ModelCheckingOptions()
                        .iterations(0)
                        .loopBound(LOOP_BOUND)
                        .invocationsPerIteration(bounds.invocations)
                        .minimizeFailedScenario(false),
                operations,
                specification,
                bounds,
                rounds);
    }

    /** Runs random scenarios without control over the scheduling. */
    public static void stress(Class<?> operations, Class<?> specification, Bounds bounds, String... rounds) {
        check(
                new StressOptions()
                        .iterations(0)
                        .invocationsPerIteration(bounds.invocations)
                        .minimizeFailedScenario(false),
                operations,
                specification,
                bounds,
                rounds);
    }

    private static void check(
            Options<?, ?> options, Class<?> operations, Class<?> specification, Bounds bounds, String... rounds) {
        options.sequentialSpecification(specification);
        SplittableRandom random = new SplittableRandom(operations.getName().hashCode());
        for (int n = 0; n < bounds.scenarios; n++) {
            List<List<Actor>> threads = new ArrayList<>();
            for (int t = 0; t < bounds.threads; t++) {
                List<Actor> actors = new ArrayList<>();
                for (int r = 0; r < bounds.rounds; r++) {
                    actors.addAll(actors(operations, rounds[random.nextInt(rounds.length)], t));
                }
                threads.add(actors);
            }
            options.addCustomScenario(new ExecutionScenario(List.of(), threads, List.of(), null));
        }
        options.check(operations);
    }

    /** Model checks one scenario, given as one sequence of operations for each thread. */
    public static void modelCheckExactly(
            Class<?> operations, Class<?> specification, int invocations, String... threads) {
        Options<?, ?> options = new ModelCheckingOptions()
                .iterations(0)
                .loopBound(LOOP_BOUND)
                .invocationsPerIteration(invocations)
                .minimizeFailedScenario(false);
        checkExactly(options, operations, specification, threads);
    }

    /** Stresses one scenario, given as one sequence of operations for each thread. */
    public static void stressExactly(Class<?> operations, Class<?> specification, int invocations, String... threads) {
        Options<?, ?> options = new StressOptions()
                .iterations(0)
                .invocationsPerIteration(invocations)
                .minimizeFailedScenario(false);
        checkExactly(options, operations, specification, threads);
    }

    private static void checkExactly(
            Options<?, ?> options, Class<?> operations, Class<?> specification, String... threads) {
        List<List<Actor>> all = new ArrayList<>();
        for (int t = 0; t < threads.length; t++) {
            all.add(actors(operations, threads[t], t));
        }
        options.sequentialSpecification(specification);
        options.addCustomScenario(new ExecutionScenario(List.of(), all, List.of(), null));
        options.check(operations);
    }

    private static List<Actor> actors(Class<?> operations, String round, int thread) {
        List<Actor> actors = new ArrayList<>();
        for (String name : round.split(" ")) {
            Method method;
            try {
                method = operations.getMethod(name, int.class);
            } catch (NoSuchMethodException e) {
                throw new IllegalArgumentException(e);
            }
            actors.add(new Actor(method, List.of(thread)));
        }
        return actors;
    }
}
