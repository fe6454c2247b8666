package samples.leveldb;

import static samples.harness.SelfCheckException.check;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.ThreadLocalRandom;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.WriteBatch;
import org.iq80.leveldb.impl.Iq80DBFactory;
import samples.harness.Driver;
import samples.harness.Meter;
import samples.harness.SelfCheckException;
import samples.harness.Workload;

/** Every value that is read must be the one that was written. One operation is one read. */
public final class LeveldbSample implements Workload {
    private static final int READERS = 8;
    private static final int BATCH = 1000;

    private final Directory directory = new Directory();
    private final int entries;
    private final DB database;
    private final long[] wrong = new long[READERS];

    private LeveldbSample(int entries) throws IOException {
        this.entries = entries;
        Options options = new Options().compressionType(CompressionType.NONE);
        database = new Iq80DBFactory().open(directory.path().toFile(), options);
        for (int from = 0; from < entries; from += BATCH) {
            write(from, Math.min(entries, from + BATCH));
        }
    }

    public static void main(String[] args) {
        System.exit(run(args, System.out));
    }

    static int run(String[] args, PrintStream out) {
        return Driver.run(args, "ENTRIES", 100_000, LeveldbSample::new, out);
    }

    private void write(int from, int to) throws IOException {
        try (WriteBatch batch = database.createWriteBatch()) {
            for (int i = from; i < to; i++) {
                batch.put(Entry.key(i), Entry.value(i));
            }
            database.write(batch);
        }
    }

    @Override
    public int threads() {
        return READERS;
    }

    @Override
    public void work(int worker, Meter meter) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        do {
            int number = random.nextInt(entries);
            if (!Entry.isValue(number, database.get(Entry.key(number)))) {
                wrong[worker]++;
            }
            meter.count(worker);
        } while (meter.running());
    }

    @Override
    public void verify() throws SelfCheckException {
        for (int worker = 0; worker < READERS; worker++) {
            check(wrong[worker] == 0, "reader %d got %d wrong values", worker, wrong[worker]);
        }
    }

    @Override
    public void close() throws IOException {
        database.close();
        directory.close();
    }
}
