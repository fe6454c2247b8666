package io.github.cqs.bench.startup;

/**
 * A program to start.
 *
 * @param classes generated classes that it loads, and initialises, beside its main class
 * @param hits how many of them create a swapped class
 */
record Application(String name, int classes, int hits) {
    String jar() {
        return name + ".jar";
    }

    /** What it prints, all of it. */
    String output() {
        return classes == 0 ? "hello" : "loaded " + classes + " classes";
    }
}
