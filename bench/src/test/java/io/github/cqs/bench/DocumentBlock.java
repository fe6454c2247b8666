package io.github.cqs.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A part of a document that is made of recorded runs: between a comment that names them, and one that ends it. */
public final class DocumentBlock {
    private static final Path ROOT = Path.of("..");

    private final Path document;
    private final String text;
    private final Matcher block;

    /** The part of the README that begins with {@code <!-- NAME RUN... -->}, each run being a folder whose name ends with {@code -NAME}. */
    public DocumentBlock(String name) throws IOException {
        this("README.md", name);
    }

    /** The same of {@code document}. */
    public DocumentBlock(String document, String name) throws IOException {
        this.document = ROOT.resolve(document);
        text = Files.readString(this.document);
        block = Pattern.compile(
                        "<!-- NAME((?: \\S+-jdk\\d+-NAME)+) -->\n(.*?)<!-- /NAME -->".replace("NAME", name),
                        Pattern.DOTALL)
                .matcher(text);
        assertThat(block.find()).as(document + " names recorded runs").isTrue();
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
            Files.writeString(document, text.substring(0, block.start(2)) + expected + text.substring(block.end(2)));
        } else {
            assertThat(block.group(2))
                    .as("the document's table; mvn -B test -pl bench -am -Dcqs.docs.update=true writes it")
                    .isEqualTo(expected);
        }
    }
}
