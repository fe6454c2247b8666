package io.github.cqs.bench.demo;

/** One side of the comparison. */
enum Arm {
    WITHOUT,
    WITH
}
