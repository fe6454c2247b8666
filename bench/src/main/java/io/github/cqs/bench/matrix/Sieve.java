package io.github.cqs.bench.matrix;

import java.util.HashMap;
import java.util.Map;

/**
 * The paper's benchmark (section 6.1): draw a prime, note it in a shared map under the lock, then sieve up to it. The primes here are such that a
 * sieve takes some microseconds. It is here and not with its loop so that all contenders share it, machine code included.
 */
public final class Sieve {
    private static final int FROM = 2000;
    private static final int TO = 8000;
    private static final int[] PRIMES = primes();

    private final Map<Integer, Integer> map = new HashMap<>();

    private static int[] primes() {
        return java.util.stream.IntStream.rangeClosed(FROM, TO)
                .filter(n -> java.util.stream.IntStream.rangeClosed(2, (int) Math.sqrt(n))
                        .allMatch(d -> n % d != 0))
                .toArray();
    }

    public static int draw() {
        return PRIMES[java.util.concurrent.ThreadLocalRandom.current().nextInt(PRIMES.length)];
    }

    /** To be called by one task at a time. */
    public void note(int prime) {
        map.put(prime, prime);
    }

    /** How many primes there are up to {@code n}, by the sieve of Eratosthenes. Not to be inlined: {@link Launcher#jvm}. */
    public static int count(int n) {
        long[] composite = new long[n / 64 + 1];
        int count = 0;
        for (int i = 2; i <= n; i++) {
            if ((composite[i >> 6] & 1L << i) == 0) {
                count++;
                for (int j = 2 * i; j <= n; j += i) {
                    composite[j >> 6] |= 1L << j;
                }
            }
        }
        return count;
    }
}
