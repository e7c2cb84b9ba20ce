/** Model of java.lang.Byte. */
package java.lang;

public final class Byte extends Number implements Comparable<Byte> {
    public static final byte MIN_VALUE = -128;
    public static final byte MAX_VALUE = 127;
    public static final int SIZE = 8;
    public static final int BYTES = 1;
    public static final Class<Byte> TYPE = Class.primitive("byte");

    private final byte value;

    /** The numbers from -128 to 127 have one object each, made when it is first asked for. */
    static final class Cache {
        static final Byte[] OBJECTS = new Byte[256];
    }

    @Deprecated
    public Byte(byte value) {
        this.value = value;
    }

    @Deprecated
    public Byte(String text) {
        this.value = parseByte(text);
    }

    public static Byte valueOf(byte value) {
        int index = value + 128;
        Byte object = Cache.OBJECTS[index];
        if (object == null) {
            object = new Byte(value);
            Cache.OBJECTS[index] = object;
        }
        return object;
    }

    public static Byte valueOf(String text) {
        return valueOf(parseByte(text));
    }

    public static Byte valueOf(String text, int radix) {
        return valueOf(parseByte(text, radix));
    }

    public static byte parseByte(String text) {
        return parseByte(text, 10);
    }

    public static byte parseByte(String text, int radix) {
        int number = Integer.parseInt(text, radix);
        if (number < MIN_VALUE || number > MAX_VALUE) {
            throw new NumberFormatException(new StringBuilder().append("Value out of range. Value:\"").append(text)
                .append("\" Radix:").append(radix).toString());
        }
        return (byte) number;
    }

    public static Byte decode(String text) {
        int number = Integer.decode(text).intValue();
        if (number < MIN_VALUE || number > MAX_VALUE) {
            throw new NumberFormatException(new StringBuilder().append("Value ").append(number)
                .append(" out of range from input ").append(text).toString());
        }
        return valueOf((byte) number);
    }

    public static int toUnsignedInt(byte value) {
        return value & 0xff;
    }

    public static long toUnsignedLong(byte value) {
        return value & 0xffL;
    }

    public static int compare(byte left, byte right) {
        return left - right;
    }

    public static int compareUnsigned(byte left, byte right) {
        return toUnsignedInt(left) - toUnsignedInt(right);
    }

    @Override
    public int compareTo(Byte other) {
        return compare(value, other.value);
    }

    public static String toString(byte value) {
        return Integer.toString(value);
    }

    @Override
    public String toString() {
        return toString(value);
    }

    public static int hashCode(byte value) {
        return value;
    }

    @Override
    public int hashCode() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Byte && value == ((Byte) other).value;
    }

    @Override
    public byte byteValue() {
        return value;
    }

    @Override
    public short shortValue() {
        return (short) value;
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
