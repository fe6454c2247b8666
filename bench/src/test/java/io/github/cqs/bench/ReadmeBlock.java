package io.github.cqs.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A part of the README that is made of recorded runs: between a comment that names them, and one that ends it. */
public final class ReadmeBlock {
    private static final Path ROOT = Path.of("..");

    private final Path readme = ROOT.resolve("README.md");
    private final String text = Files.readString(readme);
    private final Matcher block;

    /** The part that begins with {@code <!-- NAME RUN... -->}, each run being a folder whose name ends with {@code -NAME}. */
    public ReadmeBlock(String name) throws IOException {
        block = Pattern.compile(
                        "<!-- NAME((?: \\S+-jdk\\d+-NAME)+) -->\n(.*?)<!-- /NAME -->".replace("NAME", name),
                        Pattern.DOTALL)
                .matcher(text);
        assertThat(block.find()).as("the README names recorded runs").isTrue();
    }

    /** The folders of the runs. */
    public List<Path> runs() {
        List<Path> folders = new ArrayList<>();
        for (String run : block.group(1).strip().split(" ")) {
            folders.add(ROOT.resolve("bench/results").resolve(run));
        }
        return folders;
    }

    /** It is {@code expected}; or becomes that, with {@code -Dcqs.docs.update=true}. */
    public void holds(String expected) throws IOException {
        if (Boolean.getBoolean("cqs.docs.update")) {
            Files.writeString(readme, text.substring(0, block.start(2)) + expected + text.substring(block.end(2)));
        } else {
            assertThat(block.group(2))
                    .as("the README's table; mvn -B test -pl bench -am -Dcqs.docs.update=true writes it")
                    .isEqualTo(expected);
        }
    }
}
