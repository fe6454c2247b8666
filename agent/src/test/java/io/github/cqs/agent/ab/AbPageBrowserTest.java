package io.github.cqs.agent.ab;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.report.Browser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;

/** The comparison's page as a reader meets it: opened from disk, in a real browser. */
class AbPageBrowserTest {
    @TempDir
    private static Path profile;

    @TempDir
    private Path folder;

    private static ChromeDriver browser;

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start(profile);
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.quit();
        }
    }

    private void open(Experiment experiment) throws IOException {
        Reports.of(experiment).write(folder);
        Browser.width(browser, 1280);
        browser.get(folder.resolve("report.html").toUri().toString());
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .as("errors, blocked styles, fetches")
                .isEmpty();
    }

    private static Experiment withLatencies() {
        List<Run> runs = MadeUp.runs(8, 1.2, 0.02, 1);
        runs.replaceAll(run -> MadeUp.with(run, run.values(), Map.of("latency", Percentiles.all())));
        return MadeUp.experiment(runs);
    }

    @Test
    void everyChartIsDrawnAndNothingIsOutsideOfIt() throws IOException {
        open(withLatencies());
        List<WebElement> charts = browser.findElements(By.cssSelector(".card > svg"));
        assertThat(charts)
                .extracting(chart -> chart.getAttribute("aria-label"))
                .containsExactly(
                        "ratios with their 95 percent intervals",
                        "ops of each run by arm",
                        "ops in the order of runs",
                        "p99 ms of each run by arm",
                        "p99 ms in the order of runs",
                        "latency by percentile",
                        "waiting by site and arm, milliseconds");
        Object outside = browser.executeScript("""
                let outside = [];
                for (const svg of document.querySelectorAll('.card > svg')) {
                  const box = svg.getBoundingClientRect();
                  for (const part of svg.querySelectorAll('text, circle, rect')) {
                    const at = part.getBoundingClientRect();
                    if (at.left < box.left - 1 || at.right > box.right + 1 || at.top < box.top - 1 || at.bottom > box.bottom + 1)
                      outside.push(svg.getAttribute('aria-label') + ': ' + part.outerHTML);
                  }
                }
                return outside;""");
        assertThat(outside).isEqualTo(List.of());
        assertThat(browser.findElement(By.cssSelector(".totals .faster dd")).getText())
                .isEqualTo("faster");
        assertThat(browser.executeScript("return JSON.parse(document.getElementById('data').textContent).runs.length"))
                .isEqualTo(24L);
        assertThat(browser.executeScript("return document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
    }

    @Test
    void longLabelsOfTicksAreApartAndNotCutOff() throws IOException {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Arm arm = i % 2 == 0 ? MadeUp.A : MadeUp.B;
            runs.add(MadeUp.run(i + 1, i / 2 + 1, arm, Map.of("ops", i == 0 ? 390_000.0 : 2_540_000.0, "p99 ms", 1.0)));
        }
        open(MadeUp.experiment(runs));
        Object wrong = browser.executeScript("""
                let wrong = [];
                const svg = document.querySelector('svg[aria-label="ops of each run by arm"]');
                const box = svg.getBoundingClientRect();
                const labels = [...svg.querySelectorAll('text')].filter(text => text.textContent.includes('00,000'));
                if (labels.length < 3) wrong.push('ticks: ' + labels.length);
                let last = box.left;
                for (const at of labels.map(label => label.getBoundingClientRect())) {
                  if (at.left < last || at.right > box.right) wrong.push(at.left + ' to ' + at.right + ' after ' + last);
                  last = at.right;
                }
                return wrong;""");
        assertThat(wrong).isEqualTo(List.of());
    }

    @Test
    void lightAndDarkDiffer() throws IOException {
        open(withLatencies());
        Browser.media(browser, "light");
        String light = colours();
        Browser.media(browser, "dark");
        assertThat(colours()).isNotEqualTo(light).doesNotContain("rgba(0, 0, 0, 0)");
    }

    private static String colours() {
        return String.valueOf(browser.executeScript("""
                const of = (selector, what) => getComputedStyle(document.querySelector(selector))[what];
                return [of('body', 'backgroundColor'), of('body', 'color'), of('.card', 'backgroundColor'),
                  of('.card text', 'fill'), of('circle.arm0', 'fill'), of('circle.arm2', 'fill')].join(' ');"""));
    }

    @Test
    void aComparisonWithoutAnyRunIsAPageToo() throws IOException {
        open(MadeUp.experiment(List.of()));
        assertThat(browser.findElement(By.cssSelector(".guard")).getText()).contains("no block is complete");
    }
}
