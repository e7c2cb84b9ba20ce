/** Model of java.lang.System: the two output streams, copies of arrays; time is not modelled. */
package java.lang;

import java.io.PrintStream;

public final class System {
    public static final PrintStream out = PrintStream.standardOutput();
    public static final PrintStream err = PrintStream.standardError();

    private System() {
    }

    public static native int identityHashCode(Object object);

    public static native long currentTimeMillis();

    public static native long nanoTime();

    public static native void exit(int status);

    public static void gc() {
    }

    public static String lineSeparator() {
        return "\n";
    }

    public static String getProperty(String key) {
        return getProperty(key, null);
    }

    /** Only what is the same on every machine of interest has a value. */
    public static String getProperty(String key, String otherwise) {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("key can't be empty");
        }
        return key.equals("line.separator") ? "\n" : otherwise;
    }

    public static void arraycopy(Object source, int from, Object target, int to, int length) {
        if (source == null || target == null) {
            throw new NullPointerException();
        }
        if (source instanceof Object[] && target instanceof Object[]) {
            ArrayCopy.objects((Object[]) source, from, (Object[]) target, to, length);
        } else if (source instanceof int[] && target instanceof int[]) {
            ArrayCopy.ints((int[]) source, from, (int[]) target, to, length);
        } else if (source instanceof char[] && target instanceof char[]) {
            ArrayCopy.chars((char[]) source, from, (char[]) target, to, length);
        } else if (source instanceof byte[] && target instanceof byte[]) {
            ArrayCopy.bytes((byte[]) source, from, (byte[]) target, to, length);
        } else if (source instanceof long[] && target instanceof long[]) {
            ArrayCopy.longs((long[]) source, from, (long[]) target, to, length);
        } else if (source instanceof boolean[] && target instanceof boolean[]) {
            ArrayCopy.booleans((boolean[]) source, from, (boolean[]) target, to, length);
        } else if (source instanceof short[] && target instanceof short[]) {
            ArrayCopy.shorts((short[]) source, from, (short[]) target, to, length);
        } else if (source instanceof double[] && target instanceof double[]) {
            ArrayCopy.doubles((double[]) source, from, (double[]) target, to, length);
        } else if (source instanceof float[] && target instanceof float[]) {
            ArrayCopy.floats((float[]) source, from, (float[]) target, to, length);
        } else {
            throw new ArrayStoreException("arraycopy: types do not match");
        }
    }
}
