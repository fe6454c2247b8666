package io.github.cqs.shims.support;

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
 * cancels.
 */
public final class Scenarios {
    /** A waiting loop gives way after so many turns; whether it hangs is decided much later. */
    private static final int LOOP_TURNS = 2;

    private Scenarios() {}

    /** How much to explore. */
    public record Bounds(int scenarios, int threads, int rounds, int invocations) {}

    /** Model checks random scenarios; {@code rounds} are sequences of operations, separated by spaces, whose parameter is the thread. */
    public static void modelCheck(Class<?> operations, Class<?> specification, Bounds bounds, String... rounds) {
        check(
                new ModelCheckingOptions()
                        .loopIterationsBeforeThreadSwitch(LOOP_TURNS)
                        .iterations(0)
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

    /** Model checks scenarios, each given as one sequence of operations for each thread. */
    public static void modelCheckExactly(
            Class<?> operations, Class<?> specification, int invocations, String[]... scenarios) {
        Options<?, ?> options = new ModelCheckingOptions()
                .loopIterationsBeforeThreadSwitch(LOOP_TURNS)
                .iterations(0)
                .invocationsPerIteration(invocations)
                .minimizeFailedScenario(false);
        checkExactly(options, operations, specification, scenarios);
    }

    /** Stresses scenarios, each given as one sequence of operations for each thread. */
    public static void stressExactly(
            Class<?> operations, Class<?> specification, int invocations, String[]... scenarios) {
        Options<?, ?> options = new StressOptions()
                .iterations(0)
                .invocationsPerIteration(invocations)
                .minimizeFailedScenario(false);
        checkExactly(options, operations, specification, scenarios);
    }

    private static void checkExactly(
            Options<?, ?> options, Class<?> operations, Class<?> specification, String[]... scenarios) {
        options.sequentialSpecification(specification);
        for (String[] threads : scenarios) {
            List<List<Actor>> all = new ArrayList<>();
            for (int t = 0; t < threads.length; t++) {
                all.add(actors(operations, threads[t], t));
            }
            options.addCustomScenario(new ExecutionScenario(List.of(), all, List.of(), null));
        }
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
