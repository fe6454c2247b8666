package io.github.cqs.agent.cli;

import io.github.cqs.agent.options.ReportFile;
import io.github.cqs.agent.report.RunRecord;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;

/** Looks at files and folders. What cannot be read is noted, a line each. */
final class PathScan {
    private static final int CLASS_FILE = 0xCAFEBABE;

    private final Archives archives;
    private final RunRecord run;
    private final Progress progress;

    PathScan(Archives archives, RunRecord run, Progress progress) {
        this.archives = archives;
        this.run = run;
        this.progress = progress;
    }

    /** Looks at an archive or class whatever it is called, or at all archives and classes of a folder. */
    void scan(Path path) {
        if (!Files.exists(path)) {
            run.note(path.toString(), "is not there");
        } else if (Files.isDirectory(path)) {
            walk(path, new Look(path));
        } else if (!Files.isRegularFile(path)) {
            run.note(path.toString(), "is neither a file nor a folder");
        } else if (Archives.isClass(path.toString()) || beginsAsClass(path)) {
            classFile(path, path);
        } else {
            archives.scan(path);
        }
    }

    private static boolean beginsAsClass(Path file) {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            return in.readInt() == CLASS_FILE;
        } catch (IOException e) {
            return false; // who looks at it next says why
        }
    }

    /** Bytes that {@link #scan} would look at. */
    static long size(Path path) {
        Size size = new Size();
        walk(path, size);
        return size.bytes;
    }

    private static void walk(Path path, FileVisitor<Path> visitor) {
        try {
            Files.walkFileTree(path, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, visitor);
        } catch (IOException e) {
            throw new IllegalStateException("no visitor throws", e);
        }
    }

    private void classFile(Path root, Path file) {
        progress.at(file.toString());
        try (InputStream in = Files.newInputStream(file)) {
            archives.scanClass(root.toString(), file.toString(), in);
        } catch (IOException e) {
            run.note(file.toString(), ReportFile.reason(e));
        }
    }

    private final class Look extends SimpleFileVisitor<Path> {
        private final Path root;

        Look(Path root) {
            this.root = root;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.toString();
            if (attributes.isRegularFile()) {
                if (Archives.isClass(name)) {
                    classFile(root, file);
                    progress.advance(attributes.size());
                } else if (Archives.isArchive(name)) {
                    archives.scan(file);
                }
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            /* A link back to a folder above: its files are looked at already. */
            if (!(e instanceof FileSystemLoopException)) {
                run.note(file.toString(), ReportFile.reason(e));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @org.jspecify.annotations.Nullable IOException e) {
            if (e != null) {
                run.note(folder.toString(), ReportFile.reason(e));
            }
            return FileVisitResult.CONTINUE;
        }
    }

    private static final class Size extends SimpleFileVisitor<Path> {
        private long bytes;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.toString();
            bytes += Archives.isClass(name) || Archives.isArchive(name) ? attributes.size() : 0;
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @org.jspecify.annotations.Nullable IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }
}
