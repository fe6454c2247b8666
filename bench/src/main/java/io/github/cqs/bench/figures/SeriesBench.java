package io.github.cqs.bench.figures;

import io.github.cqs.bench.loop.Loop;

/** A loop around one algorithm of a figure. Needs a constructor with the shape and the series' name. */
abstract class SeriesBench extends Loop {
    static IllegalArgumentException unknown(String series) {
        return new IllegalArgumentException("no algorithm is called " + series);
    }

    @Override
    public Object subject() {
        return this;
    }
}
