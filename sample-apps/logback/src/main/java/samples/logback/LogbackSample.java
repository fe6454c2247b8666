package samples.logback;

import static samples.harness.SelfCheckException.check;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.PrintStream;
import samples.harness.Driver;
import samples.harness.Meter;
import samples.harness.SelfCheckException;
import samples.harness.Workload;

/** Every event must arrive exactly once and in its producer's order. One operation is one delivered event. */
public final class LogbackSample implements Workload {
    private static final int PRODUCERS = 4;
    private static final int FLUSH_MILLIS = 10_000;

    private final LoggerContext context = new LoggerContext();
    private final AsyncAppender async = new AsyncAppender();
    private final CheckingAppender checking = new CheckingAppender(PRODUCERS);
    private final Logger logger = context.getLogger("samples.logback");
    private final long[] sent = new long[PRODUCERS];

    private LogbackSample(int queueSize) {
        context.setMDCAdapter(new LogbackMDCAdapter());
        checking.setContext(context);
        checking.start();
        async.setContext(context);
        async.setQueueSize(queueSize);
        async.setDiscardingThreshold(0);
        async.setMaxFlushTime(FLUSH_MILLIS);
        async.addAppender(checking);
        async.start();
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(async);
    }

    public static void main(String[] args) {
        System.exit(run(args, System.out));
    }

    static int run(String[] args, PrintStream out) {
        return Driver.run(args, "QUEUE_SIZE", 64, LogbackSample::new, out);
    }

    @Override
    public int threads() {
        return PRODUCERS;
    }

    @Override
    public void work(int worker, Meter meter) {
        checking.setMeter(meter);
        long sequence = 0;
        do {
            logger.info("producer {} event {}", worker, sequence++);
        } while (meter.running());
        sent[worker] = sequence;
    }

    @Override
    public void verify() throws SelfCheckException {
        async.stop();
        for (int producer = 0; producer < PRODUCERS; producer++) {
            check(
                    checking.received(producer) == sent[producer],
                    "producer %d sent %d events, %d arrived",
                    producer,
                    sent[producer],
                    checking.received(producer));
        }
        check(checking.outOfOrder() == 0, "%d events out of order", checking.outOfOrder());
    }

    @Override
    public void close() {
        context.stop();
    }
}
