package io.github.cqs.bench.ces;

import java.util.List;
import java.util.Locale;

/** What is measured in JVMs that this benchmark writes itself. */
enum Part {
    /** Against the JDK's locks: the acceptance table. */
    TABLE,
    /** The paper's schedulers under some loads of the table, to check the simulation by. */
    MODEL,
    /** The paper's figures 9, 10 and 13. */
    SIEVE,
    /** The paper's section 5.4. */
    PLACES,
    /** The paper's figure 15. */
    DELAY;

    /** The name of the loop's class. */
    String loop() {
        return switch (this) {
            case TABLE, MODEL -> SectionLoop.class.getName();
            case SIEVE -> SieveLoop.class.getName();
            case PLACES, DELAY -> ResourceLoop.class.getName();
        };
    }

    List<Setting> settings() {
        return switch (this) {
            case TABLE -> List.of(Setting.PLAIN, Setting.CES);
            case MODEL -> List.of(Setting.PAPER);
            case SIEVE, PLACES, DELAY -> List.of(Setting.values());
        };
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
