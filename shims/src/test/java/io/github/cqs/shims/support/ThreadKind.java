package io.github.cqs.shims.support;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Platform or virtual threads; the latter through reflection, for the code is compiled for Java 17. */
public enum ThreadKind {
    PLATFORM {
        @Override
        public boolean isAvailable() {
            return true;
        }

        @Override
        Thread newThread(String name, Runnable body) {
            Thread thread = new Thread(body, name);
            thread.setDaemon(true);
            return thread;
        }
    },

    VIRTUAL {
        @Override
        public boolean isAvailable() {
            return Virtual.OF_VIRTUAL != null;
        }

        @Override
        Thread newThread(String name, Runnable body) {
            if (Virtual.OF_VIRTUAL == null) {
                throw new IllegalStateException("no virtual threads on this JVM");
            }
            try {
                Object builder = Virtual.OF_VIRTUAL.invoke();
                builder = Virtual.NAME.invoke(builder, name);
                return (Thread) Virtual.UNSTARTED.invoke(builder, body);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    };

    /** Whether this JVM has such threads without preview flags. */
    public abstract boolean isAvailable();

    abstract Thread newThread(String name, Runnable body);

    private static final class Virtual {
        static final MethodHandle OF_VIRTUAL;
        static final MethodHandle NAME;
        static final MethodHandle UNSTARTED;

        static {
            MethodHandle ofVirtual = null;
            MethodHandle name = null;
            MethodHandle unstarted = null;
            if (Runtime.version().feature() >= 21) {
                try {
                    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                    Class<?> builder = Class.forName("java.lang.Thread$Builder");
                    Class<?> ofVirtualType = Class.forName("java.lang.Thread$Builder$OfVirtual");
                    ofVirtual = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(ofVirtualType));
                    name = lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class));
                    unstarted = lookup.findVirtual(
                            builder, "unstarted", MethodType.methodType(Thread.class, Runnable.class));
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            }
            OF_VIRTUAL = ofVirtual;
            NAME = name;
            UNSTARTED = unstarted;
        }
    }
}
