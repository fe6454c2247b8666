package io.github.cqs.bench.startup;

/** The smallest program; it goes into a jar of its own. */
final class Hello {
    private Hello() {}

    public static void main(String[] args) {
        System.out.println("hello");
    }
}
