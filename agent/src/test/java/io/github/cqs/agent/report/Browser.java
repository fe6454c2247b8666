package io.github.cqs.agent.report;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A real browser without a window. Where there is none, what needs it is reported as skipped, with the reason; with {@code
 * -Dcqs.browser=required}, as in CI, it fails.
 */
public final class Browser {
    /** Held here, since loggers are held weakly. It warns of features of the browser that no test uses. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private Browser() {}

    public static ChromeDriver start(Path profile) {
        SELENIUM.setLevel(Level.SEVERE);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(find("chromium", "chromium-browser", "google-chrome", "chrome"));
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(find("chromedriver")))
                .usingAnyFreePort()
                .build();
        return new ChromeDriver(service, options);
    }

    private static String find(String... names) {
        for (String name : names) {
            for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
                Path file = Path.of(folder, name);
                if (Files.isExecutable(file)) {
                    return file.toString();
                }
            }
        }
        String reason = "no " + String.join(" or ", names) + " on the path: the HTML report is tested in Chromium"
                + " (Debian: apt-get install chromium chromium-driver)";
        Assertions.assertNotEquals("required", System.getProperty("cqs.browser"), reason);
        return Assumptions.abort(reason);
    }

    public static void media(ChromeDriver browser, String scheme) {
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    public static void width(ChromeDriver browser, int pixels) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    }
}
