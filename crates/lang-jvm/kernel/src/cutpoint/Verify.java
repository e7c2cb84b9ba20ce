/** What a program asks the verifier for: any value, and assumptions. The lowering answers all of it. */
package cutpoint;

public final class Verify {
    private Verify() {
    }

    public static native boolean nondetBoolean();

    public static native byte nondetByte();

    public static native short nondetShort();

    public static native char nondetChar();

    public static native int nondetInt();

    public static native long nondetLong();

    public static native float nondetFloat();

    public static native double nondetDouble();

    public static native String nondetString();

    public static native <T> T nondetObject(Class<T> type);

    /** Executions in which the condition is false are left out. */
    public static native void assume(boolean condition);
}
