/** Model of java.util.Random with a seed: the documented linear congruence. Without a seed it is unmodelled. */
package java.util;

import java.io.Serializable;

public class Random implements Serializable {
    private static final long FACTOR = 0x5deece66dL;
    private static final long MASK = (1L << 48) - 1;

    private long state;

    public Random() {
        this(anySeed());
    }

    public Random(long seed) {
        this.state = (seed ^ FACTOR) & MASK;
    }

    private static native long anySeed();

    public void setSeed(long seed) {
        this.state = (seed ^ FACTOR) & MASK;
    }

    protected int next(int bits) {
        state = state * FACTOR + 0xb & MASK;
        return (int) (state >>> 48 - bits);
    }

    public int nextInt() {
        return next(32);
    }

    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        if ((bound & -bound) == bound) {
            return (int) (bound * (long) next(31) >> 31);
        }
        while (true) {
            int bits = next(31);
            int number = bits % bound;
            if (bits - number + (bound - 1) >= 0) {
                return number;
            }
        }
    }

    public long nextLong() {
        return ((long) next(32) << 32) + next(32);
    }

    public boolean nextBoolean() {
        return next(1) != 0;
    }

    public float nextFloat() {
        return next(24) / (float) (1 << 24);
    }

    public double nextDouble() {
        return (((long) next(26) << 27) + next(27)) * 0x1.0p-53;
    }
}
