package io.github.cqs.agent.ab;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/** A figure from JDK Flight Recorder, which then records every run of every arm. */
final class FlightRecording implements Source {
    private static final Pattern FORM = Pattern.compile("([\\w.$]+)(?:/(\\w+))?:(count|sum|mean|max)");

    private final Metric metric;
    private final String event;
    private final String field;
    private final String aggregate;

    private FlightRecording(Metric metric, String event, String field, String aggregate) {
        this.metric = metric;
        this.event = event;
        this.field = field;
        this.aggregate = aggregate;
    }

    /** Reads {@code NAME=EVENT[/FIELD]:AGGREGATE}. */
    static FlightRecording parse(String text) throws Mistake {
        String form = "NAME=EVENT[/FIELD]:count|sum|mean|max";
        String[] parts = TextFigure.split(text, 2, "--jfr", form);
        Matcher matcher = FORM.matcher(parts[1]);
        if (!matcher.matches()) {
            throw Mistake.usage("bad value '" + text + "' for --jfr; it takes " + form);
        }
        String field = matcher.group(2) == null ? "duration" : matcher.group(2);
        return new FlightRecording(
                TextFigure.metric(parts[0], "from Flight Recorder, " + parts[1]),
                matcher.group(1),
                field,
                matcher.group(3));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(metric);
    }

    @Override
    public List<String> jvmOptions(Path directory) {
        return List.of("-XX:StartFlightRecording=dumponexit=true,filename=" + directory, "-Xlog:jfr+startup=off");
    }

    @Override
    public void read(Finished run, Map<String, Double> values, Map<String, double[]> curves)
            throws IOException, Missing {
        Sum sum = new Sum();
        boolean found = false;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(run.directory(), "*.jfr")) {
            for (Path file : files) {
                found = true;
                read(file, sum);
            }
        }
        if (!found) {
            throw new Missing("metric " + metric.name() + ": the command left no flight recording");
        }
        values.put(metric.name(), sum.figure(aggregate));
    }

    private void read(Path file, Sum sum) throws IOException, Missing {
        try (RecordingFile recording = new RecordingFile(file)) {
            if (recording.readEventTypes().stream()
                    .noneMatch(type -> type.getName().equals(event))) {
                throw new Missing("metric " + metric.name() + ": the recording knows no event " + event);
            }
            while (recording.hasMoreEvents()) {
                RecordedEvent next = recording.readEvent();
                if (next.getEventType().getName().equals(event)) {
                    sum.add(aggregate.equals("count") ? 1 : figure(next));
                }
            }
        }
    }

    private double figure(RecordedEvent recorded) throws Missing {
        if (field.equals("duration")) {
            return millis(recorded.getDuration());
        }
        @Nullable ValueDescriptor described = recorded.getEventType().getField(field);
        if (described != null && recorded.getValue(field) instanceof Number number) {
            boolean time = described.getAnnotation(Timespan.class) != null; // in ticks, say
            return time && number instanceof Long ? millis(recorded.getDuration(field)) : number.doubleValue();
        }
        throw new Missing("metric " + metric.name() + ": the event " + event + " has no figure " + field);
    }

    /** NaN if there is none, or if it is for ever, as a wait without a timeout. */
    private static double millis(Duration duration) {
        long seconds = duration.getSeconds();
        return seconds == Long.MIN_VALUE || seconds == Long.MAX_VALUE
                ? Double.NaN
                : 1e3 * seconds + duration.getNano() / 1e6;
    }

    private static final class Sum {
        private long count;
        private double total;
        private double max;

        void add(double value) {
            if (Double.isNaN(value)) {
                return;
            }
            count++;
            total += value;
            max = count == 1 ? value : Math.max(max, value);
        }

        double figure(String aggregate) {
            return switch (aggregate) {
                case "count" -> count;
                case "sum" -> total;
                case "mean" -> count == 0 ? 0 : total / count;
                default -> max;
            };
        }
    }
}
