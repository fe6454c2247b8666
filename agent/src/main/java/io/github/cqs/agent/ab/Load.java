package io.github.cqs.agent.ab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Open-loop load on one HTTP endpoint: requests go out at fixed times whether or not earlier ones have been answered, and
 * latency counts from the time at which a request was due. A stalled server therefore shows in every request that fell
 * due meanwhile (no coordinated omission), and so does a generator that is late.
 */
final class Load implements Source {
    private static final String NAME = "latency";
    static final Metric ERRORS =
            new Metric("load.errors", "", false, false, "requests that failed or were answered with 4xx or 5xx");
    static final Metric ANSWERED =
            new Metric("load.answered", "", true, false, "requests that were answered otherwise; latency is theirs");
    private static final Metric LATE = new Metric(
            "load.late",
            "ms",
            false,
            false,
            "the latest that a request left after it was due: the generator's own delay");
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);
    private static final long DRAIN_SECONDS = 10;
    private static final int MOST_PORT = 65_535;

    private final URI target;
    private final double rate;
    private final long warmupSeconds;
    private final long seconds;
    private @Nullable HttpClient client;

    private Load(URI target, double rate, long warmupSeconds, long seconds) {
        this.target = target;
        this.rate = rate;
        this.warmupSeconds = warmupSeconds;
        this.seconds = seconds;
    }

    /** One run's load: latencies in microseconds. */
    record Result(ConcurrentHistogram latencies, AtomicLong errors, AtomicLong lateNanos) {}

    static Load of(String url, double rate, long warmupSeconds, long seconds, boolean anywhere) throws Mistake {
        URI target;
        try {
            target = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw Mistake.usage("bad value '" + url + "' for --load: " + e.getMessage());
        }
        String scheme = String.valueOf(target.getScheme()).toLowerCase(Locale.ROOT);
        String host = target.getHost();
        if (host == null || !List.of("http", "https").contains(scheme) || target.getPort() > MOST_PORT) {
            throw Mistake.usage("bad value '" + url + "' for --load; it takes http://HOST:PORT/PATH");
        }
        try {
            if (!anywhere && !InetAddress.getByName(host).isLoopbackAddress()) {
                throw Mistake.usage("--load goes to this machine only, and " + host
                        + " is another; --load-anywhere if that is meant");
            }
        } catch (UnknownHostException e) {
            throw Mistake.usage("--load: no host is called " + host);
        }
        return new Load(target, rate, warmupSeconds, seconds);
    }

    @Override
    public List<Metric> metrics() {
        String note = String.format(
                Locale.ROOT,
                "open loop, %.0f requests/s for %d s; counted from when a request was due, so without coordinated"
                        + " omission",
                rate,
                seconds);
        List<Metric> metrics = Latency.metrics(NAME, note);
        metrics.add(ANSWERED);
        metrics.add(ERRORS);
        metrics.add(LATE);
        return metrics;
    }

    /** Figures come from {@link #read(Result, Map, Map)}. */
    @Override
    public void read(Finished run, Map<String, Double> values, Map<String, double[]> curves) {}

    void read(Result result, Map<String, Double> values, Map<String, double[]> curves) throws Missing {
        if (result.latencies.getTotalCount() == 0) {
            throw new Missing("all " + result.errors + " requests to " + target + " failed");
        }
        Latency.put(NAME, result.latencies, 1e3, values, curves);
        values.put(ANSWERED.name(), (double) result.latencies.getTotalCount());
        values.put(ERRORS.name(), (double) result.errors.get());
        values.put(LATE.name(), result.lateNanos.get() / 1e6);
    }

    private HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(PROBE_TIMEOUT)
                    .build();
        }
        return client;
    }

    /** Whether the endpoint answers, no matter what. */
    boolean answers() throws InterruptedException {
        try {
            HttpRequest probe =
                    HttpRequest.newBuilder(target).timeout(PROBE_TIMEOUT).build();
            client().send(probe, HttpResponse.BodyHandlers.discarding());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Sends the load as long as the server is alive; answers are awaited for a bounded time. */
    Result run(BooleanSupplier alive) throws InterruptedException {
        send(warmupSeconds, alive);
        return send(seconds, alive);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what it would tell is counted when it completes
    private Result send(long duration, BooleanSupplier alive) throws InterruptedException {
        Result result = new Result(new ConcurrentHistogram(3), new AtomicLong(), new AtomicLong());
        result.latencies.setAutoResize(true);
        HttpRequest request = HttpRequest.newBuilder(target)
                .timeout(Duration.ofSeconds(DRAIN_SECONDS))
                .build();
        int requests = (int) Math.min(Integer.MAX_VALUE, Math.round(rate * duration));
        Semaphore ended = new Semaphore(0);
        int sent = 0;
        long start = System.nanoTime();
        for (; sent < requests && alive.getAsBoolean(); sent++) {
            long due = start + (long) (sent * 1e9 / rate);
            awaitTime(due);
            long late = System.nanoTime() - due;
            result.lateNanos.accumulateAndGet(late, Math::max);
            client().sendAsync(request, HttpResponse.BodyHandlers.discarding()).whenComplete((response, failure) -> {
                if (failure != null || response.statusCode() >= 400) {
                    result.errors.incrementAndGet();
                } else {
                    result.latencies.recordValue(Math.max(0, (System.nanoTime() - due) / 1000));
                }
                ended.release();
            });
        }
        if (!ended.tryAcquire(sent, DRAIN_SECONDS + 1, TimeUnit.SECONDS)) {
            result.errors.addAndGet(sent - ended.availablePermits());
        }
        return result;
    }

    private static void awaitTime(long due) throws InterruptedException {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
