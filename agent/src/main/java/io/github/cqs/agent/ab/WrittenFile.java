package io.github.cqs.agent.ab;

import io.github.cqs.agent.options.ReportFile;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/** A file that each run is to write: what an earlier one has left there counts for none. */
final class WrittenFile {
    private final Path path;
    private @Nullable FileTime writtenBefore;
    private long sizeBefore;

    WrittenFile(Path path) {
        this.path = path;
    }

    /** A run is about to begin. */
    void begin() {
        try {
            writtenBefore = Files.getLastModifiedTime(path);
            sizeBefore = Files.size(path);
        } catch (IOException e) {
            writtenBefore = null; // mostly as it is not there
        }
    }

    /** The file, if the run has written it. */
    Path written() throws IOException, Source.Missing {
        if (!Files.isReadable(path)) {
            throw new Source.Missing("the file " + path + " is not there after the run");
        }
        if (Files.isDirectory(path)) {
            throw new Source.Missing("the file " + path + " cannot be read: it is a folder");
        }
        if (Files.getLastModifiedTime(path).equals(writtenBefore) && Files.size(path) == sizeBefore) {
            throw new Source.Missing("the file " + path + " was not written by the run");
        }
        return path;
    }

    /** Its text, if the run has written it. */
    String text() throws Source.Missing {
        try {
            return new String(Files.readAllBytes(written()), Charset.defaultCharset());
        } catch (IOException e) {
            throw new Source.Missing("the file " + path + " cannot be read: " + ReportFile.reason(e));
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
