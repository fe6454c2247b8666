package io.github.cqs.agent.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Archives and classes made in memory, odd ones included. */
final class ZipBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ZipOutputStream zip = new ZipOutputStream(bytes);

    static ZipBytes zip() {
        return new ZipBytes();
    }

    ZipBytes with(String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
        return this;
    }

    ZipBytes with(String name, String content) throws IOException {
        return with(name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Uncompressed, as Spring Boot keeps its nested jars. */
    ZipBytes stored(String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        CRC32 crc = new CRC32();
        crc.update(content);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCompressedSize(content.length);
        entry.setCrc(crc.getValue());
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
        return this;
    }

    byte[] bytes() throws IOException {
        zip.close();
        return bytes.toByteArray();
    }

    /** {@code zip} with every occurrence of one name replaced by another of the same length. */
    static byte[] renamed(byte[] zip, String from, String to) {
        String text = new String(zip, StandardCharsets.ISO_8859_1);
        return text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** {@code zip} whose entries claim to be encrypted. */
    static byte[] encrypted(byte[] zip) {
        byte[] changed = zip.clone();
        for (int i = 0; i + 10 < changed.length; i++) {
            if (changed[i] == 'P' && changed[i + 1] == 'K' && changed[i + 2] == 3 && changed[i + 3] == 4) {
                changed[i + 6] |= 1;
            } else if (changed[i] == 'P' && changed[i + 1] == 'K' && changed[i + 2] == 1 && changed[i + 3] == 2) {
                changed[i + 8] |= 1;
            }
        }
        return changed;
    }

    /** A class that makes {@code count} semaphores; 0 for a class without sites. */
    static byte[] semaphores(String name, int count) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        MethodVisitor m = writer.visitMethod(Opcodes.ACC_STATIC, "make", "()V", null, null);
        m.visitCode();
        for (int i = 0; i < count; i++) {
            m.visitTypeInsn(Opcodes.NEW, "java/util/concurrent/Semaphore");
            m.visitInsn(Opcodes.ICONST_1);
            m.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/util/concurrent/Semaphore", "<init>", "(I)V", false);
        }
        m.visitInsn(Opcodes.RETURN);
        m.visitMaxs(2, 0);
        m.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
