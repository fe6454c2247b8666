package io.github.cqs.bench.startup;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What a loaded class costs in each arm, by thread. Processes that run one after the other differ by more than that: the machine
 * changes between them. Here one JVM of each arm lives at the same time, and they load the same classes in turn, a few
 * hundred at a time in random order, so that a slow second hits all of them alike.
 */
final class Lockstep {
    static final List<Arm> ARMS = List.of(Arm.EMPTY, Arm.IDLE, Arm.OURS);

    /** Classes that a JVM loads before the next one has its turn. */
    private static final int STEP = 250;

    /**
     * One JVM.
     *
     * @param round JVMs of one round took turns
     * @param micros for each class, without those of the first step
     */
    record Cost(Arm arm, int round, ThreadTimes micros) {}

    private final Runner runner;
    private final Application application;

    Lockstep(Runner runner, Application application) {
        this.runner = runner;
        this.application = application;
    }

    /** One JVM of each arm, from start to end. */
    List<Cost> run(int round) throws IOException {
        List<Loading> all = new ArrayList<>();
        try {
            for (Arm arm : ARMS) {
                all.add(new Loading(arm, runner.stepwise(application, arm)));
            }
            for (Loading loading : all) {
                loading.load(STEP);
                loading.begin();
            }
            Random random = new Random(round);
            List<Loading> order = new ArrayList<>(all);
            int measured = application.classes() / STEP * STEP - STEP;
            for (int done = 0; done < measured; done += STEP) {
                Collections.shuffle(order, random);
                for (Loading loading : order) {
                    loading.load(STEP);
                }
            }
            List<Cost> costs = new ArrayList<>();
            for (Loading loading : all) {
                costs.add(new Cost(loading.arm, round, loading.sinceBegin(measured)));
            }
            return costs;
        } finally {
            all.forEach(Loading::end);
        }
    }

    /** A JVM that waits for its turn. */
    private static final class Loading {
        private final Arm arm;
        private final Process process;
        private final BufferedWriter in;
        private final BufferedReader out;
        private ThreadTimes begin = new ThreadTimes(0, 0, 0);
        private int loaded;

        Loading(Arm arm, Process process) {
            this.arm = arm;
            this.process = process;
            this.in = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII));
            this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        }

        void load(int count) throws IOException {
            in.write(count + "\n");
            in.flush();
            loaded += count;
            String answer = out.readLine();
            if (!Integer.toString(loaded).equals(answer)) {
                throw new IOException("with the " + arm + ", after " + loaded + " classes the program said: " + answer);
            }
        }

        void begin() throws IOException {
            begin = ThreadTimes.of(process.pid());
        }

        ThreadTimes sinceBegin(int classes) throws IOException {
            return ThreadTimes.of(process.pid()).since(begin, classes);
        }

        void end() {
            process.destroyForcibly();
        }
    }
}
