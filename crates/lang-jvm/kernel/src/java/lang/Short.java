/** Model of java.lang.Short. */
package java.lang;

public final class Short extends Number implements Comparable<Short> {
    public static final short MIN_VALUE = -32768;
    public static final short MAX_VALUE = 32767;
    public static final int SIZE = 16;
    public static final int BYTES = 2;
    public static final Class<Short> TYPE = Class.primitive("short");

    private final short value;

    /** The numbers from -128 to 127 have one object each, made when it is first asked for. */
    static final class Cache {
        static final Short[] OBJECTS = new Short[256];
    }

    @Deprecated
    public Short(short value) {
        this.value = value;
    }

    @Deprecated
    public Short(String text) {
        this.value = parseShort(text);
    }

    public static Short valueOf(short value) {
        if (value >= -128 && value <= 127) {
            int index = value + 128;
            Short object = Cache.OBJECTS[index];
            if (object == null) {
                object = new Short(value);
                Cache.OBJECTS[index] = object;
            }
            return object;
        }
        return new Short(value);
    }

    public static Short valueOf(String text) {
        return valueOf(parseShort(text));
    }

    public static Short valueOf(String text, int radix) {
        return valueOf(parseShort(text, radix));
    }

    public static short parseShort(String text) {
        return parseShort(text, 10);
    }

    public static short parseShort(String text, int radix) {
        int number = Integer.parseInt(text, radix);
        if (number < MIN_VALUE || number > MAX_VALUE) {
            throw new NumberFormatException(new StringBuilder().append("Value out of range. Value:\"").append(text)
                .append("\" Radix:").append(radix).toString());
        }
        return (short) number;
    }

    public static Short decode(String text) {
        int number = Integer.decode(text).intValue();
        if (number < MIN_VALUE || number > MAX_VALUE) {
            throw new NumberFormatException(new StringBuilder().append("Value ").append(number)
                .append(" out of range from input ").append(text).toString());
        }
        return valueOf((short) number);
    }

    public static int toUnsignedInt(short value) {
        return value & 0xffff;
    }

    public static long toUnsignedLong(short value) {
        return value & 0xffffL;
    }

    public static int compare(short left, short right) {
        return left - right;
    }

    public static int compareUnsigned(short left, short right) {
        return toUnsignedInt(left) - toUnsignedInt(right);
    }

    @Override
    public int compareTo(Short other) {
        return compare(value, other.value);
    }

    public static String toString(short value) {
        return Integer.toString(value);
    }

    @Override
    public String toString() {
        return toString(value);
    }

    public static int hashCode(short value) {
        return value;
    }

    @Override
    public int hashCode() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Short && value == ((Short) other).value;
    }

    public static short reverseBytes(short value) {
        return (short) ((value & 0xff) << 8 | (value >> 8) & 0xff);
    }

    @Override
    public byte byteValue() {
        return (byte) value;
    }

    @Override
    public short shortValue() {
        return value;
    }

    @Override
    public int intValue() {
        return (int) value;
    }

    @Override
    public long longValue() {
        return (long) value;
    }

    @Override
    public float floatValue() {
        return (float) value;
    }

    @Override
    public double doubleValue() {
        return (double) value;
    }
}
