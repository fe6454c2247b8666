package samples.logback;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import samples.harness.Meter;

/** Counts events and checks that each producer's sequence numbers arrive gapless and in order. */
final class CheckingAppender extends AppenderBase<ILoggingEvent> {
    private final long[] received;
    private volatile Meter meter = new Meter(1);
    private long outOfOrder;

    CheckingAppender(int producers) {
        received = new long[producers];
        setName("checking");
    }

    void setMeter(Meter meter) {
        this.meter = meter;
    }

    /** Called by the asynchronous appender's one worker thread. */
    @Override
    protected void append(ILoggingEvent event) {
        Object[] args = event.getArgumentArray();
        int producer = (Integer) args[0];
        long sequence = (Long) args[1];
        if (sequence != received[producer]) {
            outOfOrder++;
        }
        received[producer]++;
        meter.count(0);
    }

    /** To be read after the worker thread has ended. */
    long received(int producer) {
        return received[producer];
    }

    /** To be read after the worker thread has ended. */
    long outOfOrder() {
        return outOfOrder;
    }
}
