package io.github.cqs.bench.startup;

/** Loads and initialises so many generated classes; it goes into their jar. */
final class LoadAll {
    private LoadAll() {}

    public static void main(String[] args) throws ClassNotFoundException {
        int count = Integer.parseInt(args[0]);
        for (int i = 0; i < count; i++) {
            Class.forName("generated.p" + i / 100 + ".Class" + i);
        }
        System.out.println("loaded " + count + " classes");
    }
}
