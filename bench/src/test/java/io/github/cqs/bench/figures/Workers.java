package io.github.cqs.bench.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs threads to their end and reports their failures. */
final class Workers {
    private static final int PATIENCE_SECONDS = 60;

    private Workers() {}

    interface Body {
        void run(int worker) throws Exception;
    }

    static void run(int threads, Body body) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Void>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int worker = i;
                Callable<Void> task = () -> {
                    body.run(worker);
                    return null;
                };
                results.add(pool.submit(task));
            }
            for (Future<Void> result : results) {
                result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
