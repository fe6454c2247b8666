package samples.guava;

import static samples.harness.SelfCheckException.check;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.util.concurrent.Striped;
import java.io.PrintStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Lock;
import samples.harness.Driver;
import samples.harness.Meter;
import samples.harness.SelfCheckException;
import samples.harness.Workload;

/**
 * Looks values up in a cache that holds half of them, and counts the uses of each under a striped lock and a striped
 * semaphore: every value must be its key's, and no use be lost. One operation is one lookup with both counts.
 */
public final class GuavaSample implements Workload {
    private static final int USERS = 8;
    private static final int STRIPES = 2;

    private final int keys;
    private final LoadingCache<Integer, Long> cache;
    private final Striped<Lock> locks = Striped.lock(STRIPES);
    private final Striped<Semaphore> semaphores = Striped.semaphore(STRIPES, 1);
    /* Plain on purpose: their stripes keep them. */
    private final long[] locked;
    private final long[] permitted;
    private final long[] uses = new long[USERS];
    private final long[] wrong = new long[USERS];

    private GuavaSample(int keys) {
        this.keys = keys;
        locked = new long[keys];
        permitted = new long[keys];
        cache = CacheBuilder.newBuilder()
                .concurrencyLevel(1)
                .maximumSize(Math.max(1, keys / 2))
                .build(CacheLoader.from(GuavaSample::valueOf));
    }

    public static void main(String[] args) {
        System.exit(run(args, System.out));
    }

    static int run(String[] args, PrintStream out) {
        return Driver.run(args, "KEYS", 256, GuavaSample::new, out);
    }

    private static long valueOf(int key) {
        long value = key + 1L;
        for (int i = 0; i < 100; i++) {
            value ^= value << 13;
            value ^= value >>> 7;
            value ^= value << 17;
        }
        return value;
    }

    @Override
    public int threads() {
        return USERS;
    }

    @Override
    public void work(int worker, Meter meter) throws InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long mine = 0;
        do {
            Integer key = random.nextInt(keys);
            if (cache.getUnchecked(key) != valueOf(key)) {
                wrong[worker]++;
            }
            Lock lock = locks.get(key);
            lock.lock();
            try {
                locked[key]++;
            } finally {
                lock.unlock();
            }
            Semaphore semaphore = semaphores.get(key);
            semaphore.acquire();
            try {
                permitted[key]++;
            } finally {
                semaphore.release();
            }
            mine++;
            meter.count(worker);
        } while (meter.running());
        uses[worker] = mine;
    }

    @Override
    public void verify() throws SelfCheckException {
        long used = 0;
        for (int worker = 0; worker < USERS; worker++) {
            check(wrong[worker] == 0, "user %d got %d wrong values", worker, wrong[worker]);
            used += uses[worker];
        }
        check(sum(locked) == used, "%d uses, %d counted under locks", used, sum(locked));
        check(sum(permitted) == used, "%d uses, %d counted under semaphores", used, sum(permitted));
        check(cache.size() <= Math.max(1, keys / 2), "the cache holds %d values", cache.size());
    }

    private static long sum(long[] values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }
}
