package io.github.cqs.agent.report;

import io.github.cqs.agent.rewrite.Primitive;
import io.github.cqs.agent.rewrite.Site;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Sites in a file, so that a scan of any size needs little memory. Used by one thread. */
public final class SiteSpool implements AutoCloseable {
    /** What {@code writeUTF} surely takes: three bytes a character. */
    private static final int LONGEST = 20_000;

    private final Path file;
    private final DataOutputStream out;
    private long count;

    /** @param file is overwritten; whoever made it deletes it */
    public SiteSpool(Path file) throws IOException {
        this.file = file;
        this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
    }

    void add(List<Site> sites, String source) throws IOException {
        for (Site site : sites) {
            String skipped = site.skipped();
            writeText(site.className());
            writeText(site.method());
            out.writeInt(site.line());
            out.writeByte(site.type().index());
            writeText(site.kind().name());
            out.writeBoolean(skipped == null);
            writeText(skipped == null ? "" : skipped);
            writeText(source);
            count++;
        }
    }

    private void writeText(String text) throws IOException {
        out.writeUTF(text.length() <= LONGEST ? text : text.substring(0, LONGEST));
    }

    void forEach(RunRecord.SiteVisitor visitor) throws IOException {
        out.flush();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            for (long i = 0; i < count; i++) {
                visitor.visit(new SiteRow(
                        in.readUTF(),
                        in.readUTF(),
                        in.readInt(),
                        Primitive.at(in.readByte()),
                        Site.Kind.valueOf(in.readUTF()),
                        in.readBoolean(),
                        in.readUTF(),
                        -1,
                        in.readUTF(),
                        null));
            }
        }
    }

    /** How many sites there are. */
    public long count() {
        return count;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
