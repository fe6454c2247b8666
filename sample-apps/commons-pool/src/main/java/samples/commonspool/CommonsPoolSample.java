package samples.commonspool;

import static samples.harness.SelfCheckException.check;

import java.io.PrintStream;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import samples.harness.Driver;
import samples.harness.Meter;
import samples.harness.SelfCheckException;
import samples.harness.Workload;

/** No object may be in two hands at once, and all must come back. One operation is one borrow, use and return. */
public final class CommonsPoolSample implements Workload {
    private static final int BORROWERS = 8;

    private final ResourceFactory factory = new ResourceFactory();
    private final GenericObjectPool<Resource> pool;
    private final int size;
    private final long[] uses = new long[BORROWERS];

    private CommonsPoolSample(int size) {
        this.size = size;
        GenericObjectPoolConfig<Resource> config = new GenericObjectPoolConfig<>();
        config.setMaxTotal(size);
        config.setMaxIdle(size);
        config.setJmxEnabled(false);
        pool = new GenericObjectPool<>(factory, config);
    }

    public static void main(String[] args) {
        System.exit(run(args, System.out));
    }

    static int run(String[] args, PrintStream out) {
        return Driver.run(args, "POOL_SIZE", 2, CommonsPoolSample::new, out);
    }

    @Override
    public int threads() {
        return BORROWERS;
    }

    @Override
    public void work(int worker, Meter meter) throws Exception {
        long mine = 0;
        long thought = worker + 1L;
        do {
            Resource resource = pool.borrowObject();
            try {
                resource.use();
            } finally {
                pool.returnObject(resource);
            }
            mine++;
            thought = Resource.work(thought);
            meter.count(worker);
        } while (meter.running());
        uses[worker] = mine;
        check(thought != 0, "worker %d computed nothing", worker);
    }

    @Override
    public void verify() throws SelfCheckException {
        long used = 0;
        for (long count : uses) {
            used += count;
        }
        check(pool.getBorrowedCount() == used, "%d borrowed for %d uses", pool.getBorrowedCount(), used);
        check(pool.getReturnedCount() == used, "%d returned of %d", pool.getReturnedCount(), used);
        check(pool.getNumActive() == 0, "%d still out", pool.getNumActive());
        check(pool.getCreatedCount() <= size, "%d created for a pool of %d", pool.getCreatedCount(), size);
        long seen = 0;
        for (Resource resource : factory.made()) {
            seen += resource.uses();
        }
        check(seen == used, "the objects were used %d times, their borrowers say %d", seen, used);
    }

    @Override
    public void close() {
        pool.close();
    }
}
