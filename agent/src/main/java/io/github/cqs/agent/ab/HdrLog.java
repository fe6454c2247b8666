package io.github.cqs.agent.ab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** The latency distribution in an HdrHistogram log that the program writes; a run's intervals are added up. */
final class HdrLog implements Source {
    private static final int DIGITS = 3;

    private final String name;
    private final WrittenFile file;
    private final double unitsInMilli;

    private HdrLog(String name, WrittenFile file, double unitsInMilli) {
        this.name = name;
        this.file = file;
        this.unitsInMilli = unitsInMilli;
    }

    /** Reads {@code NAME[:ns|:us|:ms]=FILE}. */
    static HdrLog parse(String text) throws Mistake {
        String[] parts = TextFigure.split(text, 2, "--hdr", "NAME[:ns|:us|:ms]=FILE");
        int colon = parts[0].lastIndexOf(':');
        String unit = colon < 0 ? "ns" : parts[0].substring(colon + 1);
        double scale = switch (unit) {
            case "ns" -> 1e6;
            case "us" -> 1e3;
            case "ms" -> 1;
            default -> throw Mistake.usage("bad unit '" + unit + "' for --hdr; valid: ns, us, ms");
        };
        String name = colon < 0 ? parts[0] : parts[0].substring(0, colon);
        return new HdrLog(name, new WrittenFile(Path.of(parts[1])), scale);
    }

    @Override
    public List<Metric> metrics() {
        return Latency.metrics(name, "from the HdrHistogram log " + file);
    }

    @Override
    public void begin() {
        file.begin();
    }

    @Override
    public void read(Finished run, Map<String, Double> values, Map<String, double[]> curves)
            throws IOException, Missing {
        Histogram total = new Histogram(DIGITS);
        total.setAutoResize(true);
        try (HistogramLogReader log = new HistogramLogReader(file.written().toFile())) {
            for (EncodableHistogram next = log.nextIntervalHistogram();
                    next != null;
                    next = log.nextIntervalHistogram()) {
                if (next instanceof Histogram histogram) {
                    total.add(histogram);
                }
            }
        }
        if (total.getTotalCount() == 0) {
            throw new Missing("the HdrHistogram log " + file + " holds no values");
        }
        Latency.put(name, total, unitsInMilli, values, curves);
    }
}
