package io.github.cqs.agent.cli;

import io.github.cqs.agent.options.ReportFile;
import io.github.cqs.agent.report.RunRecord;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** Looks at the classes in an archive, and in the archives in it. One archive may be broken; the next is read all the same. */
final class Archives {
    /** How deep archives may lie inside each other. */
    static final int DEPTH = 8;

    private static final int LARGEST_CLASS = 16 << 20;
    private static final int LARGEST_DIRECTORY = 16 << 20;
    private static final String VERSIONS = "META-INF/versions/";
    private static final int END_RECORD = 22;
    private static final int LONGEST_COMMENT = 0xFFFF;

    private final ClassScan classes;
    private final RunRecord run;
    private final Runtime.Version release;
    private final Workspace workspace;
    private final Progress progress;

    Archives(ClassScan classes, RunRecord run, Runtime.Version release, Workspace workspace, Progress progress) {
        this.classes = classes;
        this.run = run;
        this.release = release;
        this.workspace = workspace;
        this.progress = progress;
    }

    /*
     * Overview.
     *
     * An archive is read through its directory, as the JVM reads it: this finds entries behind a launch script, picks the
     * classes of a multi-release jar that the release would load, and notices what is broken or encrypted at once. A
     * nested archive is copied to a file of ours for that.
     *
     * The directory has to fit in memory. An archive of more than some 150 000 entries, fewer where the heap is small, is
     * read from front to back instead; entries that occur twice are then not noticed, and of a multi-release jar all
     * classes up to the release count.
     */

    static boolean isArchive(String name) {
        return name.endsWith(".jar") || name.endsWith(".war") || name.endsWith(".ear") || name.endsWith(".zip");
    }

    static boolean isClass(String name) {
        return name.endsWith(".class");
    }

    /** Looks at {@code file}. */
    void scan(Path file) {
        String name = file.toString();
        progress.at(name);
        try {
            scan(file.toFile(), name, new Budget(Files.size(file)), 0);
        } catch (IOException | RuntimeException e) {
            run.note(name, ReportFile.reason(e));
        }
    }

    private void scan(File file, String name, Budget budget, int depth) throws IOException {
        if (directorySize(file)
                > Math.min(LARGEST_DIRECTORY, Runtime.getRuntime().maxMemory() / 8)) {
            stream(file, name, budget, depth);
            return;
        }
        try (JarFile jar = new JarFile(file, false, ZipFile.OPEN_READ, release)) {
            boolean versions = jar.isMultiRelease();
            Set<String> seen = new HashSet<>();
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                String path = entry.getName();
                if (isClass(path) || isArchive(path)) {
                    if (!seen.add(path)) {
                        run.note(name + "!/" + path, "occurs more than once; a JVM loads one of them");
                    } else if (isLoaded(jar, versions, path)) {
                        try (InputStream in = jar.getInputStream(entry)) {
                            entry(name, path, in, budget, depth);
                        } catch (Budget.Exceeded e) {
                            throw e;
                        } catch (IOException | RuntimeException e) {
                            run.note(name + "!/" + path, ReportFile.reason(e));
                        }
                    }
                }
                if (depth == 0) {
                    progress.advance(entry.getCompressedSize());
                }
            }
        }
    }

    /** Whether the entry is what {@link #release} finds under its name. */
    private static boolean isLoaded(JarFile jar, boolean multiRelease, String path) {
        if (!path.startsWith("META-INF/") && !multiRelease) {
            return true;
        }
        String plain = path;
        if (path.startsWith(VERSIONS)) {
            int slash = path.indexOf('/', VERSIONS.length());
            if (!multiRelease || slash < 0) {
                return false;
            }
            plain = path.substring(slash + 1);
        }
        JarEntry found = jar.getJarEntry(plain);
        return found != null && found.getRealName().equals(path);
    }

    private void stream(File file, String name, Budget budget, int depth) throws IOException {
        try (ZipInputStream zip =
                new ZipInputStream(new BufferedInputStream(Files.newInputStream(file.toPath()), 1 << 16))) {
            boolean any = false;
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                any = true;
                String path = entry.getName();
                if ((isClass(path) || isArchive(path)) && isUpToRelease(path)) {
                    entry(name, path, zip, budget, depth);
                }
                zip.closeEntry();
                if (depth == 0) {
                    progress.advance(entry.getCompressedSize());
                }
            }
            if (!any) {
                throw new IOException("has no entries that can be read from its beginning");
            }
        }
    }

    private boolean isUpToRelease(String path) {
        if (!path.startsWith(VERSIONS)) {
            return true;
        }
        int slash = path.indexOf('/', VERSIONS.length());
        try {
            return slash > 0 && Integer.parseInt(path.substring(VERSIONS.length(), slash)) <= release.feature();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private void entry(String container, String path, InputStream in, Budget budget, int depth) throws IOException {
        String name = container + "!/" + path;
        InputStream charged = budget.charge(in);
        if (isClass(path)) {
            scanClass(container, name, charged);
        } else if (depth + 1 >= DEPTH) {
            run.note(name, "lies inside " + DEPTH + " archives; it is not looked at");
        } else {
            Path copy = workspace.nested(depth);
            Files.copy(charged, copy, StandardCopyOption.REPLACE_EXISTING);
            scan(copy.toFile(), name, budget, depth + 1);
        }
    }

    /** Looks at one class; its bytes are all that is held. */
    void scanClass(String source, String name, InputStream in) throws IOException {
        int limit = (int) Math.min(LARGEST_CLASS, Runtime.getRuntime().maxMemory() / 16);
        byte[] bytes = in.readNBytes(limit + 1);
        if (bytes.length > limit) {
            run.note(name, "is larger than " + (limit >> 20) + " MiB; no class file is");
        } else {
            classes.look(source, name, bytes);
            progress.classSeen();
        }
    }

    /** Bytes of the archive's directory, 0 if it has none: opening it will say so. */
    private static long directorySize(File file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
            long length = in.length();
            byte[] tail = new byte[(int) Math.min(length, END_RECORD + LONGEST_COMMENT)];
            in.seek(length - tail.length);
            in.readFully(tail);
            for (int i = tail.length - END_RECORD; i >= 0; i--) {
                if (tail[i] == 'P' && tail[i + 1] == 'K' && tail[i + 2] == 5 && tail[i + 3] == 6) {
                    /* All ones where the archive is too large for this field. */
                    return u4(tail, i + 12);
                }
            }
            return 0;
        }
    }

    private static long u4(byte[] b, int at) {
        return (b[at] & 0xFFL) | (b[at + 1] & 0xFFL) << 8 | (b[at + 2] & 0xFFL) << 16 | (b[at + 3] & 0xFFL) << 24;
    }
}
