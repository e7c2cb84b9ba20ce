/** Equality and hash codes of the components of records; their bootstrap methods are lowered to calls of these. */
package cutpoint;

public final class Records {
    private Records() {
    }

    public static boolean equal(boolean left, boolean right) {
        return left == right;
    }

    public static int hash(boolean value) {
        return Boolean.hashCode(value);
    }

    public static boolean equal(byte left, byte right) {
        return left == right;
    }

    public static int hash(byte value) {
        return Byte.hashCode(value);
    }

    public static boolean equal(short left, short right) {
        return left == right;
    }

    public static int hash(short value) {
        return Short.hashCode(value);
    }

    public static boolean equal(char left, char right) {
        return left == right;
    }

    public static int hash(char value) {
        return Character.hashCode(value);
    }

    public static boolean equal(int left, int right) {
        return left == right;
    }

    public static int hash(int value) {
        return Integer.hashCode(value);
    }

    public static boolean equal(long left, long right) {
        return left == right;
    }

    public static int hash(long value) {
        return Long.hashCode(value);
    }

    public static boolean equal(float left, float right) {
        return Float.compare(left, right) == 0;
    }

    public static int hash(float value) {
        return Float.hashCode(value);
    }

    public static boolean equal(double left, double right) {
        return Double.compare(left, right) == 0;
    }

    public static int hash(double value) {
        return Double.hashCode(value);
    }

    public static boolean equal(Object left, Object right) {
        return left == right || left != null && left.equals(right);
    }

    public static int hash(Object value) {
        return value == null ? 0 : value.hashCode();
    }
}
