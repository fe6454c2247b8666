package samples.workerpool;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/** Accounts whose total never changes. */
final class Accounts {
    private static final int COUNT = 1024;
    private static final long OPENING_BALANCE = 1000;

    private final AtomicLongArray balances = new AtomicLongArray(COUNT);

    Accounts() {
        for (int i = 0; i < COUNT; i++) {
            balances.set(i, OPENING_BALANCE);
        }
    }

    /** Moves a random amount between two random accounts. */
    void transfer() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long amount = random.nextLong(1, 10);
        balances.addAndGet(random.nextInt(COUNT), -amount);
        balances.addAndGet(random.nextInt(COUNT), amount);
    }

    /** Money made (or lost) by transfers; zero when none is running. */
    long surplus() {
        long total = 0;
        for (int i = 0; i < COUNT; i++) {
            total += balances.get(i);
        }
        return total - COUNT * OPENING_BALANCE;
    }
}
