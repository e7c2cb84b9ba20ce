/** The copies of {@link System#arraycopy}, one for each type of elements; ranges may overlap. */
package java.lang;

final class ArrayCopy {
    private ArrayCopy() {
    }

    private static void check(int sourceLength, int from, int targetLength, int to, int length) {
        boolean inside = from >= 0 && to >= 0 && length >= 0
            && from <= sourceLength - length && to <= targetLength - length;
        if (!inside) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: range outside of an array");
        }
    }

    static void objects(Object[] source, int from, Object[] target, int to, int length) {
        check(source.length, from, target.length, to, length);
        if (source == target && from < to) {
            for (int i = length - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    static void ints(int[] source, int from, int[] target, int to, int length) {
        check(source.length, from, target.length, to, length);
        if (source == target && from < to) {
            for (int i = length - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    static void chars(char[] source, int from, char[] target, int to, int length) {
        check(source.length, from, target.length, to, length);
        if (source == target && from < to) {
            for (int i = length - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    static void bytes(byte[] source, int from, byte[] target, int to, int length) {
        check(source.length, from, target.length, to, length);
        if (source == target && from < to) {
            for (int i = length - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    static void longs(long[] source, int from, long[] target, int to, int length) {
        check(source.length, from, target.length, to, length);
        if (source == target && from < to) {
            for (int i = length - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    static void booleans(boolean[] source, int from, boolean[] target, int to, int length) {
        check(source.length, from, target.length, to, length);
        if (source == target && from < to) {
            for (int i = length - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    static void shorts(short[] source, int from, short[] target, int to, int length) {
        check(source.length, from, target.length, to, length);
        if (source == target && from < to) {
            for (int i = length - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    static void doubles(double[] source, int from, double[] target, int to, int length) {
        check(source.length, from, target.length, to, length);
        if (source == target && from < to) {
            for (int i = length - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    static void floats(float[] source, int from, float[] target, int to, int length) {
        check(source.length, from, target.length, to, length);
        if (source == target && from < to) {
            for (int i = length - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                target[to + i] = source[from + i];
            }
        }
    }
}
