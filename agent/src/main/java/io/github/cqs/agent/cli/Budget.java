package io.github.cqs.agent.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** How many bytes one file may unpack to: a zip bomb ends here. */
final class Budget {
    private static final long RATIO = 100;
    private static final long ANYWAY = 64L << 20;

    private long left;

    Budget(long fileSize) {
        left = ANYWAY + RATIO * fileSize;
    }

    /** Too much was unpacked. */
    @SuppressWarnings("serial")
    static final class Exceeded extends IOException {
        Exceeded() {
            super("unpacks to more than " + RATIO + " times its size; the rest is not looked at");
        }
    }

    /** {@code in}, whose bytes are charged. */
    InputStream charge(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                int b = super.read();
                charge(b < 0 ? 0 : 1);
                return b;
            }

            @Override
            public int read(byte[] b, int off, int len) throws IOException {
                int n = super.read(b, off, len);
                charge(n);
                return n;
            }
        };
    }

    private void charge(int bytes) throws Exceeded {
        left -= Math.max(0, bytes);
        if (left < 0) {
            throw new Exceeded();
        }
    }
}
