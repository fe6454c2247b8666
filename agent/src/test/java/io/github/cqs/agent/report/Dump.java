package io.github.cqs.agent.report;
import java.nio.file.*;
final class Dump {
    public static void main(String[] a) throws Exception {
        RunRecord r = MadeUpRuns.run(Integer.parseInt(a[0]), Boolean.parseBoolean(a[1]));
        r.addPreloaded("com.acme.boot.Early", "Semaphore", true, "");
        r.addPreloaded("com.acme.boot.EarlyLock", "ReentrantLock", false, "the class was loaded before: its superclass cannot change");
        r.note("com.acme.Broken", "its constant pool cannot be read");
        Files.writeString(Path.of(a[2]), MadeUpRuns.render(r, a[3]));
    }
}
