package io.github.cqs.agent.options;

import java.io.BufferedWriter;
import java.io.File;
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

    /**
     * Why {@code file} cannot be written, {@code null} if it can: found out by making a file beside it. With {@code java.io}, since before the application
     * begins no channel may be opened: the JDK's network library is loaded for it, which reads then what an application may still want to set.
     */
    public static @Nullable String problem(Path file) {
        try {
            if (Files.isDirectory(file)) {
                return "it is a folder";
            }
            Path folder = folder(file);
            for (int i = 0; i <= ATTEMPTS; i++) {
                File part = part(folder, i).toFile();
                if (part.createNewFile()) {
                    return part.delete() ? null : "no permission to rename";
                }
            }
            return "its folder is full of unfinished reports";
        } catch (IOException | RuntimeException e) {
            return reason(file, e);
        }
    }

    /** Why {@code file} cannot be written, in words. */
    public static String reason(Path file, Exception e) {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null || Files.exists(folder) ? reason(e) : "its folder does not exist";
    }

    /** Why a file cannot be used, in words. */
    public static String reason(Exception e) {
        String message = e.getMessage();
        if (e instanceof NoSuchFileException || says(message, "No such file or directory")) {
            return "it does not exist";
        }
        if (e instanceof AccessDeniedException || says(message, "Permission denied")) {
            return "no permission";
        }
        if (says(message, "Is a directory")) {
            return "it is a folder";
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
        if (message != null && e.getClass() == IOException.class) {
            return message; // in the words of the system
        }
        return message == null ? e.getClass().getSimpleName() : e.getClass().getSimpleName() + ": " + message;
    }

    /** Of {@code java.io} the message alone tells, in the words of the system, after or without the name. */
    private static boolean says(@Nullable String message, String words) {
        return message != null && (message.equals(words) || message.endsWith('(' + words + ')'));
    }

    private static Path folder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException("it is no file");
        }
        return folder;
    }

    private static Path part(Path folder, int i) {
        return folder.resolve(".cqs-" + ProcessHandle.current().pid() + '-' + i + ".part");
    }

    /** A new folder for temporary files that nobody else may enter, made without {@code SecureRandom}, for which JDK 25 opens a channel. It fails if there is one of that name. */
    public static Path privateFolder() throws IOException {
        Path parent = Path.of(System.getProperty("java.io.tmpdir"));
        String name =
                "cqs-" + ProcessHandle.current().pid() + '-' + Long.toString(System.nanoTime(), Character.MAX_RADIX);
        return Files.createDirectory(parent.resolve(name), permissions(parent, "rwx------"));
    }

    private static FileAttribute<?>[] permissions(Path folder, String permissions) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
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
        Path folder = folder(file);
        FileAttribute<?>[] attributes = permissions(folder, "rw-rw-r--");
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        for (int i = 0; ; i++) {
            Path part = part(folder, i);
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
