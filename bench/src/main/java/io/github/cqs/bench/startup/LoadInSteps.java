package io.github.cqs.bench.startup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Loads and initialises as many of the generated classes as each line of the input says; it goes into their jar. */
final class LoadInSteps {
    private LoadInSteps() {}

    public static void main(String[] args) throws IOException, ClassNotFoundException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        int loaded = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int end = loaded + Integer.parseInt(line);
            while (loaded < end) {
                Class.forName("generated.p" + loaded / 100 + ".Class" + loaded);
                loaded++;
            }
            System.out.println(loaded);
        }
    }
}
