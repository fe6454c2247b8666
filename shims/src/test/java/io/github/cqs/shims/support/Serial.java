package io.github.cqs.shims.support;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads objects. */
public final class Serial {
    private Serial() {}

    public static byte[] write(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    public static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    @SuppressWarnings("unchecked")
    public static <T> T copy(T object) throws IOException, ClassNotFoundException {
        return (T) read(write(object));
    }

    /** The names of all classes that the stream describes. */
    public static List<String> classNames(byte[] bytes) throws IOException, ClassNotFoundException {
        List<String> names = new ArrayList<>();
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
                names.add(description.getName());
                return super.resolveClass(description);
            }
        }) {
            in.readObject();
        }
        return names;
    }

    /**
     * Reads what a JVM with the agent wrote in one without it, or the reverse: the application's classes of package {@code from} are those
     * of package {@code to}, and a JVM without the agent knows no shims.
     */
    public static Object readElsewhere(byte[] bytes, Package from, Package to, boolean shimsKnown)
            throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new Elsewhere(new ByteArrayInputStream(bytes), from, to, shimsKnown)) {
            return in.readObject();
        }
    }

    private static final class Elsewhere extends ObjectInputStream {
        private final String from;
        private final String to;
        private final boolean shimsKnown;

        Elsewhere(InputStream in, Package from, Package to, boolean shimsKnown) throws IOException {
            super(in);
            this.from = from.getName() + ".";
            this.to = to.getName() + ".";
            this.shimsKnown = shimsKnown;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            String name = description.getName();
            if (name.startsWith(from)) {
                return Class.forName(to + name.substring(from.length()));
            }
            if (!shimsKnown && name.startsWith("io.github.cqs.")) {
                throw new ClassNotFoundException(name);
            }
            return super.resolveClass(description);
        }
    }
}
