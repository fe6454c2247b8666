package io.github.cqs.bench.simulation;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.cqs.bench.command.BenchCommand;
import io.github.cqs.bench.demo.Machine;
import io.github.cqs.bench.matrix.Workers;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the costs that the simulation works with, and writes them to a file. */
@Command(
        name = "ces --calibrate",
        sortOptions = false,
        description = "Measures the costs for the simulation. Needs JDK 21 or later.")
public final class Calibration extends BenchCommand {
    @Option(names = "--out", paramLabel = "FILE", description = "default: simulation-out/costs.json")
    private Path out = Path.of("simulation-out", "costs.json");

    public static void main(String[] args) {
        System.exit(
                commandLine("ces", "bench/ces --calibrate", new Calibration()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!Workers.haveVirtual()) {
            throw usage("this needs virtual threads, which this JDK does not have");
        }
        Map<String, Double> measured = new TreeMap<>();
        for (int carriers = 1; carriers <= 2; carriers++) {
            measured.putAll(fork(carriers));
        }
        Costs costs = Calibrated.costs(measured);
        Path file = out.toAbsolutePath();
        Path folder = file.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(
                        file.toFile(),
                        new Calibrated(Instant.now().toString(), Machine.describe(root()), measured, costs));
        System.out.println(costs);
        return 0;
    }

    private static Map<String, Double> fork(int carriers) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        java().toString(),
                        "-Djdk.virtualThreadScheduler.parallelism=" + carriers,
                        "-Djdk.virtualThreadScheduler.maxPoolSize=" + carriers,
                        "-cp",
                        System.getProperty("java.class.path"),
                        CalibrationFork.class.getName(),
                        Integer.toString(carriers)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Map<String, Double> figures = new TreeMap<>();
        String text = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
        if (process.waitFor() != 0) {
            throw new IOException("the calibration ended with exit code " + process.exitValue());
        }
        text.lines()
                .map(line -> line.split(" ", -1))
                .forEach(field -> figures.put(field[0], Double.parseDouble(field[1])));
        return figures;
    }
}
