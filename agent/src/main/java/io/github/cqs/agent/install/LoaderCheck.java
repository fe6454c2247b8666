package io.github.cqs.agent.install;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for each class loader whether the shims resolve there to the classes that were delivered.
 *
 * <p>Asking a loader runs its code, under whatever locks the JVM holds while it defines the class at hand: the same that
 * are held when it resolves that class' superclass. No lock of ours is held meanwhile; two threads may ask at once and
 * get the same answer. The JVM shows no transformer the classes that the loader defines on the way.
 */
final class LoaderCheck {
    private final Class<?>[] shims;
    private final int mask;
    private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();
    private Answer[] table = new Answer[16];
    private int size;

    /** A loader's answer; by identity, since a loader may define {@code equals} as it likes. */
    private static final class Answer extends WeakReference<ClassLoader> {
        final int hash;

        @Nullable
        Answer next;

        /** Published by {@code known}. */
        @Nullable
        String refusal;

        volatile boolean known;

        Answer(ClassLoader loader, int hash, ReferenceQueue<ClassLoader> queue) {
            super(loader, queue);
            this.hash = hash;
        }
    }

    /** @param mask the swapped classes; the shims of others are not asked for */
    LoaderCheck(Class<?>[] shims, int mask) {
        this.shims = shims;
        this.mask = mask;
    }

    /** Why {@code loader} cannot use the shims, {@code null} if it can. */
    @Nullable
    String refusal(ClassLoader loader) {
        Answer answer;
        synchronized (this) {
            answer = find(loader);
            if (answer == null) {
                answer = add(loader);
            }
        }
        if (!answer.known) {
            answer.refusal = ask(loader);
            answer.known = true;
        }
        return answer.refusal;
    }

    private @Nullable String ask(ClassLoader loader) {
        for (int i = 0; i < shims.length; i++) {
            if ((mask & 1 << i) == 0) {
                continue;
            }
            String name = shims[i].getName();
            try {
                if (Class.forName(name, false, loader) != shims[i]) {
                    return "its class loader has another " + name;
                }
            } catch (VirtualMachineError e) {
                /* Says nothing about the loader: it is asked again. */
                throw e;
            } catch (Throwable t) {
                return "its class loader does not find " + name;
            }
        }
        return null;
    }

    private @Nullable Answer find(ClassLoader loader) {
        int hash = System.identityHashCode(loader);
        for (Answer a = table[hash & (table.length - 1)]; a != null; a = a.next) {
            if (a.hash == hash && a.refersTo(loader)) {
                return a;
            }
        }
        return null;
    }

    private Answer add(ClassLoader loader) {
        for (Object gone = collected.poll(); gone != null; gone = collected.poll()) {
            remove((Answer) gone);
        }
        if (size > table.length) {
            grow();
        }
        Answer answer = new Answer(loader, System.identityHashCode(loader), collected);
        link(answer);
        size++;
        return answer;
    }

    private void link(Answer answer) {
        int index = answer.hash & (table.length - 1);
        answer.next = table[index];
        table[index] = answer;
    }

    private void remove(Answer gone) {
        int index = gone.hash & (table.length - 1);
        Answer before = null;
        for (Answer a = table[index]; a != null; before = a, a = a.next) {
            if (a == gone) {
                if (before == null) {
                    table[index] = a.next;
                } else {
                    before.next = a.next;
                }
                size--;
                return;
            }
        }
    }

    private void grow() {
        Answer[] old = table;
        table = new Answer[old.length * 2];
        for (Answer head : old) {
            Answer a = head;
            while (a != null) {
                Answer next = a.next;
                link(a);
                a = next;
            }
        }
    }
}
