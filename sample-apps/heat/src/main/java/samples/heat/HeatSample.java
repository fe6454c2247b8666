package samples.heat;

import static samples.harness.SelfCheckException.check;

import java.io.PrintStream;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import samples.harness.Driver;
import samples.harness.Meter;
import samples.harness.SelfCheckException;
import samples.harness.Workload;

/**
 * Solves the same problem again and again; each solution must equal the sequential solver's bit for bit. One operation
 * is one sweep of the whole plate.
 */
public final class HeatSample implements Workload {
    private static final int PARTIES = 4;
    private static final int SWEEPS = 1000;

    private final Plate plate;
    private final int expected;
    private final CyclicBarrier barrier = new CyclicBarrier(PARTIES, this::sweepDone);
    /* Plain fields from here: the barrier orders its action after the arrivals and before the departures. */
    private Meter meter = new Meter(1);
    private int sweeps;
    private long solutions;
    private long wrong;
    private boolean stop;

    private HeatSample(int size) {
        expected = solveSequentially(new Plate(size));
        plate = new Plate(size);
    }

    public static void main(String[] args) {
        System.exit(run(args, System.out));
    }

    static int run(String[] args, PrintStream out) {
        return Driver.run(args, "PLATE_SIZE", 64, HeatSample::new, out);
    }

    private static int solveSequentially(Plate plate) {
        for (int i = 0; i < SWEEPS; i++) {
            plate.sweep(0, plate.rows());
            plate.advance();
        }
        return plate.checksum();
    }

    @Override
    public int threads() {
        return PARTIES;
    }

    @Override
    public void work(int worker, Meter meter) throws InterruptedException, BrokenBarrierException {
        this.meter = meter;
        int from = plate.rows() * worker / PARTIES;
        int to = plate.rows() * (worker + 1) / PARTIES;
        do {
            plate.sweep(from, to);
            barrier.await();
        } while (!stop);
    }

    /** The barrier's action: one thread runs it while the others wait. */
    private void sweepDone() {
        plate.advance();
        meter.count(0);
        if (++sweeps == SWEEPS) {
            sweeps = 0;
            solutions++;
            if (plate.checksum() != expected) {
                wrong++;
            }
            plate.reset();
            stop = !meter.running();
        }
    }

    @Override
    public void verify() throws SelfCheckException {
        check(wrong == 0, "%d of %d solutions differ from the sequential one", wrong, solutions);
    }
}
