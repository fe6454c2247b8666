package io.github.cqs.bench.figures;

import io.github.cqs.bench.matrix.Bench;
import io.github.cqs.bench.matrix.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;

/**
 * Loads everything of this project anew but for what the runner and the loops share: each series has its own profile and machine code, the
 * engines' included, and no call site sees two implementations.
 */
final class SeriesLoader extends ClassLoader {
    private static final String OURS = "io.github.cqs.";
    private static final String SHARED = "io.github.cqs.bench.matrix.";

    SeriesLoader() {
        super(SeriesLoader.class.getClassLoader());
    }

    /** Makes the loop of this class name around an algorithm. */
    static Bench make(String loop, Shape shape, String series) throws ReflectiveOperationException {
        Constructor<?> constructor =
                new SeriesLoader().loadClass(loop).getDeclaredConstructor(Shape.class, String.class);
        constructor.setAccessible(true);
        return (Bench) constructor.newInstance(shape, series);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || name.startsWith(SHARED)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
