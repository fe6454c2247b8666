package io.github.cqs.agent.ab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What every run yields: time, memory, and what its JVMs counted. */
final class BuiltIn implements Source {
    private final boolean primary;
    private final boolean endsByItself;
    private final boolean readiness;

    /**
     * @param primary whether wall time is what the user wants to know
     * @param endsByItself whether the run's length means anything
     * @param readiness whether it is known when the command was ready
     */
    BuiltIn(boolean primary, boolean endsByItself, boolean readiness) {
        this.primary = primary;
        this.endsByItself = endsByItself;
        this.readiness = readiness;
    }

    @Override
    public List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>();
        if (endsByItself) {
            metrics.add(primary ? Metric.WALL.asPrimary() : Metric.WALL);
        }
        metrics.add(Metric.STARTUP);
        if (readiness) {
            metrics.add(Metric.READY);
        }
        if (endsByItself) {
            metrics.add(Metric.STEADY);
        }
        metrics.addAll(List.of(Metric.CPU, Metric.SWITCHES, Metric.MEMORY, Metric.GC));
        return metrics;
    }

    @Override
    public List<String> jvmOptions(java.nio.file.Path directory) {
        return List.of("-XX:+PerfDataSaveToFile", "-XX:PerfDataSaveFile=" + directory.resolve("jvm-%p.hsperf"));
    }

    @Override
    public void read(Finished run, Map<String, Double> values, Map<String, double[]> curves) {
        double startup = longest(run, PerfData::startupMillis);
        double start = Double.isNaN(run.readyMillis()) ? startup : run.readyMillis();
        values.put(Metric.WALL.name(), run.ended().wallMillis());
        values.put(Metric.STARTUP.name(), startup);
        values.put(Metric.READY.name(), run.readyMillis());
        values.put(Metric.STEADY.name(), run.ended().wallMillis() - start);
        values.put(Metric.CPU.name(), run.ended().cpu().childrenMillis());
        values.put(Metric.SWITCHES.name(), run.ended().switches());
        values.put(Metric.MEMORY.name(), run.ended().peakMib());
        values.put(
                Metric.GC.name(),
                run.jvms().isEmpty()
                        ? Double.NaN
                        : run.jvms().stream().mapToDouble(PerfData::gcMillis).sum());
        values.values().removeIf(value -> value.isNaN());
    }

    private static double longest(Finished run, ToDoubleFunction<PerfData> figure) {
        return run.jvms().stream().mapToDouble(figure).max().orElse(Double.NaN);
    }
}
