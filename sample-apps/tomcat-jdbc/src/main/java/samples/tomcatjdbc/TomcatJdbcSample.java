package samples.tomcatjdbc;

import static samples.harness.SelfCheckException.check;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.tomcat.jdbc.pool.DataSource;
import org.apache.tomcat.jdbc.pool.PoolProperties;
import samples.harness.Driver;
import samples.harness.Meter;
import samples.harness.SelfCheckException;
import samples.harness.Workload;

/** No money may appear or vanish, and no more connections be made than allowed. One operation is one transfer. */
public final class TomcatJdbcSample implements Workload {
    private static final int BORROWERS = 8;
    private static final int ACCOUNTS = 1024;
    private static final int BALANCE = 1000;
    private static final int WAIT_MILLIS = 10_000;
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final DataSource source;
    private final int size;
    private final long[] transfers = new long[BORROWERS];

    private TomcatJdbcSample(int size) throws IOException {
        this.size = size;
        PoolProperties properties = new PoolProperties();
        properties.setUrl(
                "jdbc:h2:mem:bank" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=" + WAIT_MILLIS);
        properties.setDriverClassName("org.h2.Driver");
        properties.setMaxActive(size);
        properties.setMaxIdle(size);
        properties.setInitialSize(size);
        properties.setMaxWait(WAIT_MILLIS);
        properties.setFairQueue(true);
        properties.setJmxEnabled(false);
        properties.setDefaultAutoCommit(false);
        source = new DataSource(properties);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account(id INT PRIMARY KEY, balance BIGINT NOT NULL)");
            statement.execute(
                    "INSERT INTO account SELECT X, " + BALANCE + " FROM SYSTEM_RANGE(0, " + (ACCOUNTS - 1) + ")");
            connection.commit();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    public static void main(String[] args) {
        System.exit(run(args, System.out));
    }

    static int run(String[] args, PrintStream out) {
        return Driver.run(args, "POOL_SIZE", 2, TomcatJdbcSample::new, out);
    }

    @Override
    public int threads() {
        return BORROWERS;
    }

    @Override
    public void work(int worker, Meter meter) throws SQLException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long done = 0;
        do {
            int from = random.nextInt(ACCOUNTS);
            int to = random.nextInt(ACCOUNTS);
            transfer(from, to, random.nextInt(10));
            done++;
            meter.count(worker);
        } while (meter.running());
        transfers[worker] = done;
    }

    /** The smaller number first, so that two transfers cannot wait for each other's row. */
    private void transfer(int from, int to, int amount) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?")) {
            boolean ascending = from < to;
            add(update, ascending ? from : to, ascending ? -amount : amount);
            add(update, ascending ? to : from, ascending ? amount : -amount);
            connection.commit();
        }
    }

    private static void add(PreparedStatement update, int account, int amount) throws SQLException {
        update.setInt(1, amount);
        update.setInt(2, account);
        update.executeUpdate();
    }

    @Override
    public void verify() throws SelfCheckException {
        for (int worker = 0; worker < BORROWERS; worker++) {
            check(transfers[worker] > 0, "borrower %d never got a connection", worker);
        }
        check(source.getActive() == 0, "%d connections still out", source.getActive());
        check(source.getSize() <= size, "%d connections in a pool of %d", source.getSize(), size);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet sum = statement.executeQuery("SELECT SUM(balance) FROM account")) {
            sum.next();
            long expected = (long) ACCOUNTS * BALANCE;
            check(sum.getLong(1) == expected, "the accounts hold %d instead of %d", sum.getLong(1), expected);
        } catch (SQLException e) {
            throw new SelfCheckException(e.toString());
        }
    }

    @Override
    public void close() {
        source.close(true);
    }
}
