package io.github.cqs.agent.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the settings under which a flight recording holds all events of {@code stats=on}. */
@Command(
        name = "jfc",
        mixinStandardHelpOptions = true,
        description = "Prints settings for a flight recording that holds all events of stats=on: jfc > cqs.jfc, then"
                + " -XX:StartFlightRecording=settings=default,settings=cqs.jfc,filename=run.jfr")
final class JfcCommand implements Callable<Integer> {
    private static final String SETTINGS = "/io/github/cqs/agent/stats/cqs.jfc";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    JfcCommand() {}

    @Override
    public Integer call() throws IOException {
        try (InputStream in = JfcCommand.class.getResourceAsStream(SETTINGS)) {
            if (in == null) {
                throw new FileNotFoundException("the settings are not in this jar: " + SETTINGS);
            }
            Main.print(spec, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        return Main.FINE;
    }
}
