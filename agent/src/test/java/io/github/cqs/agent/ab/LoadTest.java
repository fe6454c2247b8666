package io.github.cqs.agent.ab;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadTest {
    private static final int RATE = 100;
    private static final int HELD_BACK = 50;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch arrived = new CountDownLatch(HELD_BACK);
    private HttpServer server;

    /** Answers nobody before so many requests are there; a load that waits for answers would never get one. */
    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        server.setExecutor(threads);
        server.createContext("/stalls", exchange -> {
            arrived.countDown();
            try {
                arrived.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.createContext("/fails", exchange -> {
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
        threads.shutdownNow();
    }

    private Load load(String path) throws Mistake {
        String host = InetAddress.getLoopbackAddress().getHostAddress();
        return Load.of("http://" + host + ":" + server.getAddress().getPort() + path, RATE, 0, 1, false);
    }

    @Test
    void aStallShowsInTheLatencyOfWhatWasDueMeanwhile() throws Exception {
        Load load = load("/stalls");
        Load.Result result = load.run(() -> true);
        Map<String, Double> values = new HashMap<>();
        load.read(result, values, new HashMap<>());
        assertThat(result.latencies().getTotalCount() + result.errors().get()).isEqualTo(RATE);
        assertThat(values.get("latency.max")).isGreaterThanOrEqualTo(1000.0 * (HELD_BACK - 1) / RATE);
        assertThat(values.get("load.answered")).isEqualTo(RATE);
        assertThat(values.get("load.errors")).isZero();
    }

    @Test
    void aServerThatFailsIsReadyButYieldsNoLatency() throws Exception {
        Load load = load("/fails");
        assertThat(load.answers()).isTrue();
        Load.Result result = load.run(() -> true);
        assertThat(result.errors().get()).isEqualTo(RATE);
        assertThat(result.latencies().getTotalCount()).isZero();
    }

    @Test
    void aServerThatHasEndedGetsNoMoreRequests() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Load.Result result = load("/fails").run(() -> asked.incrementAndGet() <= 5);
        assertThat(result.errors().get()).isEqualTo(5);
    }
}
