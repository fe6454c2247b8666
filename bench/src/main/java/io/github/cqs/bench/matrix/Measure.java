package io.github.cqs.bench.matrix;

/** What a cell compares. More is better. */
enum Measure {
    /** Operations in a second. */
    THROUGHPUT {
        @Override
        double of(Slice slice) {
            return slice.ops() * 1e9 / slice.nanos();
        }
    },
    /** Objects in a byte of memory. */
    MEMORY {
        @Override
        double of(Slice slice) {
            return (double) slice.ops() / slice.bytes();
        }
    };

    abstract double of(Slice slice);
}
