package io.github.cqs.agent.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cqs.agent.Json;
import io.github.cqs.agent.rewrite.MadeUpSites;
import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;

/** The page as a reader meets it: opened from disk, in a real browser. */
class HtmlReportBrowserTest {
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

    private void open(RunRecord run) throws IOException {
        Path page = Files.writeString(folder.resolve("r.html"), MadeUpRuns.render(run, "html"));
        Browser.width(browser, 1280);
        browser.get(page.toUri().toString());
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .as("errors, blocked scripts and styles, fetches")
                .isEmpty();
    }

    private static WebElement header(String label) {
        return browser.findElement(By.xpath("//table[@id='sites']/thead//th[normalize-space()='" + label + "']"));
    }

    private static void click(String label) {
        header(label).findElement(By.tagName("button")).click();
    }

    @SuppressWarnings("unchecked")
    private static List<String> column(String label) {
        return (List<String>) browser.executeScript(
                "return Array.from(document.querySelectorAll('#sites tbody [data-label=\"' + arguments[0] + '\"]'),"
                        + " cell => cell.textContent)",
                label);
    }

    private static List<Long> numbers(String label) {
        List<Long> numbers = new ArrayList<>();
        for (String text : column(label)) {
            if (!text.isEmpty()) {
                numbers.add(Long.valueOf(text.replace(",", "")));
            }
        }
        return numbers;
    }

    private static void select(String id, String choice) {
        browser.findElement(By.xpath("//select[@id='" + id + "']/option[.='" + choice + "']"))
                .click();
    }

    private static String shown() {
        return browser.findElement(By.id("shown")).getText();
    }

    @Test
    void aClickSortsAndTheNextOneTurnsItAround() throws IOException {
        open(MadeUpRuns.run(60, false));
        assertThat(header("Instances").getDomAttribute("aria-sort")).isEqualTo("descending");
        assertThat(numbers("Instances")).hasSizeGreaterThan(40).isSortedAccordingTo(Collections.reverseOrder());

        click("Instances");
        assertThat(header("Instances").getDomAttribute("aria-sort")).isEqualTo("ascending");
        assertThat(numbers("Instances")).isSorted();
        assertThat(column("Instances").get(59)).as("not counted comes last").isEmpty();

        click("Class and method");
        assertThat(header("Class and method").getDomAttribute("aria-sort")).isEqualTo("ascending");
        assertThat(header("Instances").getDomAttribute("aria-sort")).isEqualTo("none");
        assertThat(column("Class and method"))
                .isSortedAccordingTo((a, b) -> a.toLowerCase(Locale.ROOT).charAt(0)
                        - b.toLowerCase(Locale.ROOT).charAt(0))
                .first()
                .asString()
                .startsWith("com.acme.");
        click("Class and method");
        assertThat(column("Class and method").get(0)).startsWith("org.example.");

        click("Outcome");
        assertThat(column("Outcome")).isSorted().contains("skipped", "swapped");
        click("Line");
        assertThat(numbers("Line")).isSorted();
    }

    @Test
    void theKeyboardSorts() throws IOException {
        open(MadeUpRuns.run(60, false));
        WebElement button = header("Type").findElement(By.tagName("button"));
        button.sendKeys(Keys.ENTER);
        assertThat(header("Type").getDomAttribute("aria-sort")).isEqualTo("ascending");
        assertThat(column("Type")).isSorted();
        button.sendKeys(Keys.SPACE);
        assertThat(header("Type").getDomAttribute("aria-sort")).isEqualTo("descending");
        assertThat(column("Type")).isSortedAccordingTo(Collections.reverseOrder());
    }

    @Test
    void filtersByWordsOutcomeAndType() throws IOException {
        open(MadeUpRuns.run(60, false));
        assertThat(shown()).isEqualTo("60 sites");
        WebElement filter = browser.findElement(By.id("filter"));
        filter.sendKeys("POOL semaphore");
        assertThat(column("Class and method")).isNotEmpty().allMatch(text -> text.contains("Pool"));
        assertThat(column("Type")).containsOnly("Semaphore");
        assertThat(shown()).isEqualTo(column("Type").size() + " of 60 sites");
        filter.sendKeys(" nothing has this");
        assertThat(browser.findElement(By.cssSelector("#sites tbody")).getText())
                .isEqualTo("No site matches.");
        filter.clear();
        filter.sendKeys(Keys.SPACE);
        select("outcome", "skipped");
        assertThat(column("Outcome")).containsOnly("skipped");
        assertThat(column("Reason")).noneMatch(String::isEmpty);
        select("type", "CyclicBarrier");
        assertThat(column("Type")).isNotEmpty().containsOnly("CyclicBarrier");
    }

    @Test
    void showsContentionOnlyWhereItIsMeasured() throws IOException {
        open(MadeUpRuns.run(20, false));
        assertThat(browser.findElements(By.xpath("//th[contains(., 'Wait')]"))).isEmpty();
        open(MadeUpRuns.run(60, true));
        assertThat(header("Wait total").getDomAttribute("aria-sort")).isEqualTo("descending");
        for (String label : List.of(
                "Acquires",
                "Contended",
                "Waits",
                "Wait p50",
                "Wait p99",
                "Wait max",
                "Wait total",
                "Hold p50",
                "Hold p99",
                "Hold max",
                "Cancelled",
                "Longest queue")) {
            click(label);
            assertThat(column(label).get(0)).as(label).isNotEmpty();
            assertThat(column(label).get(59)).as(label).isEmpty();
        }
        assertThat(numbers("Longest queue")).isSortedAccordingTo(Collections.reverseOrder());
        select("outcome", "skipped");
        assertThat(column("Acquires")).containsOnly("");
        select("outcome", "swapped");
        browser.findElement(By.id("filter")).sendKeys("com.acme.store.ConnectionPool.<init>:10");
        assertThat(column("Wait p50")).containsExactly("1.50 us");
        assertThat(column("Hold p99")).containsExactly("12.6 us");
        assertThat(browser.findElement(By.cssSelector("#sites svg")).getDomAttribute("aria-label"))
                .contains("4 below 1 us");
    }

    @Test
    void tenThousandSitesSortAndFilter() throws IOException {
        open(MadeUpRuns.run(10_000, true));
        assertThat(shown()).isEqualTo("10,000 sites, the first 200 shown");
        click("Instances");
        List<Long> first = numbers("Instances");
        assertThat(first).hasSize(200).isSortedAccordingTo(Collections.reverseOrder());
        browser.findElement(By.id("more")).click();
        assertThat(numbers("Instances"))
                .hasSize(400)
                .startsWith(first.toArray(new Long[0]))
                .isSortedAccordingTo(Collections.reverseOrder());
        browser.findElement(By.id("filter")).sendKeys("Pool9996");
        assertThat(column("Class and method")).singleElement().asString().contains("ConnectionPool9996");
        assertThat(browser.findElement(By.id("more")).isDisplayed()).isFalse();
    }

    @Test
    void whateverANameHoldsIsText() throws IOException {
        RunRecord run = MadeUpRuns.run(0, false);
        String odd = "a.</script><script>window.ran=1</script><img src=x onerror=window.ran=1>\"'&amp;";
        Site site = MadeUpSites.site(odd, odd, 1, Primitive.at(0), Site.Kind.NEW, Site.UNCOUNTED);
        site.skip(odd);
        run.add(List.of(site));
        run.addPreloaded(odd, odd);
        run.note(odd, odd);
        open(run);
        assertThat(browser.executeScript("return window.ran")).isNull();
        assertThat(column("Class and method")).containsExactly(odd + '.' + odd);
        assertThat(column("Reason")).containsExactly(odd);
        assertThat(browser.findElements(By.tagName("img"))).isEmpty();
        assertThat(browser.findElement(By.xpath("//section[h2='Errors']//tbody/tr/td"))
                        .getText())
                .isEqualTo(odd);
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void textStandsOutInLightAndDark(String scheme) throws IOException {
        Browser.media(browser, scheme);
        open(MadeUpRuns.run(60, true));
        Number background = (Number) browser.executeScript(LUMINANCE + "return luminance('body', 'backgroundColor')");
        assertThat(background.doubleValue() > 0.5).isEqualTo(scheme.equals("light"));
        for (String[] pair : new String[][] {
            {"h1", "body"},
            {".about", "body"},
            {".totals dt", ".totals div"},
            {".totals .good dd", ".totals div"},
            {".totals .odd dd", ".totals div"},
            {"tbody th code", ".scroll"},
            {".package", ".scroll"},
            {"thead button", ".scroll"},
            {".outcome-swapped", ".outcome-swapped"},
            {".outcome-skipped", ".outcome-skipped"}
        }) {
            Number contrast = (Number) browser.executeScript(
                    LUMINANCE
                            + "const a = luminance(arguments[0], 'color'), b = luminance(arguments[1], 'backgroundColor');"
                            + "return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)",
                    pair[0],
                    pair[1]);
            assertThat(contrast.doubleValue()).as(pair[0]).isGreaterThanOrEqualTo(4.5);
        }
        Browser.media(browser, "light");
    }

    private static final String LUMINANCE = """
            const luminance = (selector, property) => {
              const style = getComputedStyle(document.querySelector(selector));
              const [r, g, b] = style[property].match(/[0-9.]+/g).slice(0, 3).map(Number).map(c => c / 255)
                  .map(c => c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            """;

    @Test
    void aNarrowWindowNeedsNoScrollingSideways() throws IOException {
        open(MadeUpRuns.run(60, true));
        Browser.width(browser, 400);
        assertThat((Long) browser.executeScript("return document.scrollingElement.scrollWidth"))
                .isLessThanOrEqualTo(400);
        assertThat((Boolean) browser.executeScript("const s = document.querySelector('#sites').parentElement;"
                        + " return s.scrollWidth <= s.clientWidth"))
                .isTrue();
        select("sort", "Instances \u2191");
        assertThat(numbers("Instances")).isSorted();
    }

    @Test
    void headersHaveScopesAndControlsHaveNames() throws IOException {
        RunRecord run = MadeUpRuns.run(60, true);
        run.addPreloaded("a.B", "is why");
        run.note("a.C", "broken");
        open(run);
        assertThat(browser.findElements(By.cssSelector("th:not([scope])"))).isEmpty();
        assertThat(browser.findElements(By.cssSelector("tbody tr"))).hasSizeGreaterThan(60);
        assertThat(browser.findElements(By.xpath("//tbody/tr[not(th[@scope='row'])]")))
                .isEmpty();
        for (WebElement control : browser.findElements(By.cssSelector("input, select, button, [role=region]"))) {
            if (control.isDisplayed()) {
                assertThat(control.getAccessibleName()).as(control.toString()).isNotBlank();
            }
        }
        assertThat(browser.findElements(By.cssSelector("[href], [src], link, iframe")))
                .isEmpty();
        assertThat((Long) browser.executeScript("return performance.getEntriesByType('resource').length"))
                .isZero();
    }

    @Test
    void savesTheJsonReportThatItHolds() throws IOException {
        RunRecord run = MadeUpRuns.run(60, true);
        open(run);
        String saved = (String) browser.executeAsyncScript("""
                const done = arguments[0];
                URL.createObjectURL = blob => { blob.text().then(done); return '#'; };
                document.getElementById('save').click();
                """);
        Path json = Files.writeString(folder.resolve("saved.json"), saved);
        Path expected = Files.writeString(folder.resolve("r.json"), MadeUpRuns.render(run, "json"));
        assertThat(Json.read(json)).isEqualTo(Json.read(expected));
    }

    @Test
    void withoutScriptsTheFirstRowsAreThere() throws IOException {
        Map<String, Object> off = Map.of("value", true);
        browser.executeCdpCommand("Emulation.setScriptExecutionDisabled", off);
        try {
            open(MadeUpRuns.run(700, true));
            assertThat(browser.findElements(By.cssSelector("#sites tbody tr"))).hasSize(500);
            assertThat(browser.findElement(By.tagName("noscript")).getText()).contains("500");
            assertThat(browser.findElement(By.id("tools")).isDisplayed()).isFalse();
        } finally {
            browser.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", false));
        }
    }
}
