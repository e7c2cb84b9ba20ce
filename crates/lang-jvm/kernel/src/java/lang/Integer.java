/** Model of java.lang.Integer. */
package java.lang;

public final class Integer extends Number implements Comparable<Integer> {
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;
    public static final Class<Integer> TYPE = Class.primitive("int");

    private final int value;

    /** The numbers from -128 to 127 have one object each, made when it is first asked for. */
    static final class Cache {
        static final Integer[] OBJECTS = new Integer[256];
    }

    @Deprecated
    public Integer(int value) {
        this.value = value;
    }

    @Deprecated
    public Integer(String text) {
        this.value = parseInt(text);
    }

    public static Integer valueOf(int value) {
        if (value >= -128 && value <= 127) {
            int index = value + 128;
            Integer object = Cache.OBJECTS[index];
            if (object == null) {
                object = new Integer(value);
                Cache.OBJECTS[index] = object;
            }
            return object;
        }
        return new Integer(value);
    }

    public static Integer valueOf(String text) {
        return valueOf(parseInt(text));
    }

    public static Integer valueOf(String text, int radix) {
        return valueOf(parseInt(text, radix));
    }

    public static int parseInt(String text) {
        return parseInt(text, 10);
    }

    /** Digits are summed up as negative numbers, of which there is one more. */
    public static int parseInt(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        checkRadix(radix);
        int length = text.length();
        boolean negative = length > 0 && text.charAt(0) == '-';
        int next = negative || length > 0 && text.charAt(0) == '+' ? 1 : 0;
        if (next == length) {
            throw NumberTexts.noNumber(text, radix);
        }
        int limit = negative ? MIN_VALUE : -MAX_VALUE;
        int sum = 0;
        while (next < length) {
            int digit = Character.digit(text.charAt(next++), radix);
            if (digit < 0 || sum < limit / radix || sum * radix < limit + digit) {
                throw NumberTexts.noNumber(text, radix);
            }
            sum = sum * radix - digit;
        }
        return negative ? sum : -sum;
    }

    private static void checkRadix(int radix) {
        if (radix < Character.MIN_RADIX) {
            throw new NumberFormatException(new StringBuilder().append("radix ").append(radix)
                .append(" less than Character.MIN_RADIX").toString());
        }
        if (radix > Character.MAX_RADIX) {
            throw new NumberFormatException(new StringBuilder().append("radix ").append(radix)
                .append(" greater than Character.MAX_RADIX").toString());
        }
    }

    public static int parseUnsignedInt(String text) {
        return parseUnsignedInt(text, 10);
    }

    public static int parseUnsignedInt(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (text.startsWith("-")) {
            throw new NumberFormatException(new StringBuilder().append("Illegal leading minus sign on unsigned string ")
                .append(text).append(".").toString());
        }
        long number = Long.parseLong(text, radix);
        if (number >>> SIZE != 0) {
            throw new NumberFormatException(new StringBuilder().append("String value ").append(text)
                .append(" exceeds range of unsigned int.").toString());
        }
        return (int) number;
    }

    public static Integer decode(String text) {
        if (text.isEmpty()) {
            throw new NumberFormatException("Zero length string");
        }
        boolean negative = text.charAt(0) == '-';
        int start = negative || text.charAt(0) == '+' ? 1 : 0;
        int radix = 10;
        int skipped = start;
        if (text.startsWith("0x", start) || text.startsWith("0X", start)) {
            radix = 16;
            skipped += 2;
        } else if (text.startsWith("#", start)) {
            radix = 16;
            skipped += 1;
        } else if (text.startsWith("0", start) && text.length() > start + 1) {
            radix = 8;
            skipped += 1;
        }
        if (text.startsWith("-", skipped) || text.startsWith("+", skipped)) {
            throw new NumberFormatException("Sign character in wrong position");
        }
        String digits = text.substring(skipped);
        return valueOf(parseInt(negative ? "-".concat(digits) : digits, radix));
    }

    public static String toString(int value) {
        return toString(value, 10);
    }

    public static String toString(int value, int radix) {
        int base = radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix;
        char[] digits = new char[SIZE + 1];
        int from = digits.length;
        int rest = value < 0 ? value : -value;
        do {
            digits[--from] = Character.forDigit(-(rest % base), base);
            rest /= base;
        } while (rest != 0);
        if (value < 0) {
            digits[--from] = '-';
        }
        return new String(digits, from, digits.length - from);
    }

    private static String toBits(int value, int shift) {
        char[] digits = new char[SIZE];
        int from = SIZE;
        int rest = value;
        do {
            digits[--from] = Character.forDigit(rest & (1 << shift) - 1, 1 << shift);
            rest >>>= shift;
        } while (rest != 0);
        return new String(digits, from, SIZE - from);
    }

    public static String toHexString(int value) {
        return toBits(value, 4);
    }

    public static String toOctalString(int value) {
        return toBits(value, 3);
    }

    public static String toBinaryString(int value) {
        return toBits(value, 1);
    }

    public static String toUnsignedString(int value) {
        return Long.toString(toUnsignedLong(value));
    }

    public static String toUnsignedString(int value, int radix) {
        return Long.toString(toUnsignedLong(value), radix);
    }

    public static long toUnsignedLong(int value) {
        return value & 0xffffffffL;
    }

    public static int divideUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) / toUnsignedLong(divisor));
    }

    public static int remainderUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) % toUnsignedLong(divisor));
    }

    @Override
    public String toString() {
        return toString(value);
    }

    public static int hashCode(int value) {
        return value;
    }

    @Override
    public int hashCode() {
        return hashCode(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Integer && value == ((Integer) other).value;
    }

    public static int compare(int left, int right) {
        return left < right ? -1 : left == right ? 0 : 1;
    }

    @Override
    public int compareTo(Integer other) {
        return compare(value, other.value);
    }

    public static int compareUnsigned(int left, int right) {
        return compare(left + MIN_VALUE, right + MIN_VALUE);
    }

    public static int signum(int value) {
        return value > 0 ? 1 : value < 0 ? -1 : 0;
    }

    public static int sum(int left, int right) {
        return left + right;
    }

    public static int max(int left, int right) {
        return left >= right ? left : right;
    }

    public static int min(int left, int right) {
        return left <= right ? left : right;
    }

    public static int bitCount(int value) {
        int ones = 0;
        for (int rest = value; rest != 0; rest &= rest - 1) {
            ones++;
        }
        return ones;
    }

    public static int highestOneBit(int value) {
        return value & MIN_VALUE >>> numberOfLeadingZeros(value);
    }

    public static int lowestOneBit(int value) {
        return value & -value;
    }

    public static int numberOfLeadingZeros(int value) {
        int zeros = 0;
        while (zeros < SIZE && (value & MIN_VALUE >>> zeros) == 0) {
            zeros++;
        }
        return zeros;
    }

    public static int numberOfTrailingZeros(int value) {
        int zeros = 0;
        while (zeros < SIZE && (value >>> zeros & 1) == 0) {
            zeros++;
        }
        return zeros;
    }

    public static int rotateLeft(int value, int distance) {
        return value << distance | value >>> -distance;
    }

    public static int rotateRight(int value, int distance) {
        return value >>> distance | value << -distance;
    }

    public static int reverse(int value) {
        int reversed = 0;
        for (int i = 0; i < SIZE; i++) {
            reversed = reversed << 1 | value >>> i & 1;
        }
        return reversed;
    }

    public static int reverseBytes(int value) {
        int reversed = 0;
        for (int i = 0; i < SIZE; i += 8) {
            reversed = reversed << 8 | value >>> i & 0xff;
        }
        return reversed;
    }

    @Override
    public byte byteValue() {
        return (byte) value;
    }

    @Override
    public short shortValue() {
        return (short) value;
    }

    @Override
    public int intValue() {
        return value;
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
