package io.github.cqs.agent.options;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A file that a report goes to: what it may be called, whether it can be written, and how it appears in one step. */
public final class ReportFile {
    private static final int ATTEMPTS = 100;

    private ReportFile() {}

    /** What is written. */
    public interface Content {
        void writeTo(Writer out) throws IOException;
    }

    /** Whether the name's ending names a format. */
    public static boolean isReport(String name) {
        return name.endsWith(".json") || name.endsWith(".html") || name.endsWith(".txt");
    }

    /** Why {@code file} cannot be written, {@code null} if it can: found out by making a file beside it. */
    public static @Nullable String problem(Path file) {
        try {
            if (Files.isDirectory(file)) {
                return "it is a folder";
            }
            Files.delete(create(file));
            return null;
        } catch (IOException | RuntimeException e) {
            return reason(e);
        }
    }

    /** Why a file cannot be used, in words. */
    public static String reason(Exception e) {
        if (e instanceof NoSuchFileException) {
            return "it does not exist";
        }
        if (e instanceof AccessDeniedException) {
            return "no permission";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "it is in the way, and is no folder";
        }
        if (e instanceof CharacterCodingException) {
            return "it is not UTF-8";
        }
        if (e instanceof FileSystemException file && file.getReason() != null) {
            return file.getReason();
        }
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : e.getClass().getSimpleName() + ": " + message;
    }

    /** Writes {@code file} so that nobody ever sees half of it. */
    public static void write(Path file, Content content) throws IOException {
        Path part = create(file);
        try {
            try (Writer out =
                    new BufferedWriter(new OutputStreamWriter(Files.newOutputStream(part), StandardCharsets.UTF_8))) {
                content.writeTo(out);
            }
            try {
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /**
     * A new file in the folder of {@code file}. It did not exist before, so that in a folder of everybody's nobody can
     * have put a link there; and it has what the user's umask leaves of {@code rw-rw-r--}.
     */
    private static Path create(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException("it is no file");
        }
        boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-rw-r--"))
                }
                : new FileAttribute<?>[0];
        String name = ".cqs-" + ProcessHandle.current().pid() + '-';
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        for (int i = 0; ; i++) {
            Path part = folder.resolve(name + i + ".part");
            try {
                Files.newByteChannel(part, options, attributes).close();
                return part;
            } catch (FileAlreadyExistsException e) {
                if (i == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
