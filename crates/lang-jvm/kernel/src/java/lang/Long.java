/** Model of java.lang.Long. */
package java.lang;

public final class Long extends Number implements Comparable<Long> {
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;
    public static final Class<Long> TYPE = Class.primitive("long");

    /** Texts of so many digits are below 2^63 in every base. */
    private static final int ALWAYS_SIGNED = 12;

    private final long value;

    /** The numbers from -128 to 127 have one object each, made when it is first asked for. */
    static final class Cache {
        static final Long[] OBJECTS = new Long[256];
    }

    @Deprecated
    public Long(long value) {
        this.value = value;
    }

    @Deprecated
    public Long(String text) {
        this.value = parseLong(text);
    }

    public static Long valueOf(long value) {
        if (value >= -128 && value <= 127) {
            int index = (int) value + 128;
            Long object = Cache.OBJECTS[index];
            if (object == null) {
                object = new Long(value);
                Cache.OBJECTS[index] = object;
            }
            return object;
        }
        return new Long(value);
    }

    public static Long valueOf(String text) {
        return valueOf(parseLong(text));
    }

    public static Long valueOf(String text, int radix) {
        return valueOf(parseLong(text, radix));
    }

    public static long parseLong(String text) {
        return parseLong(text, 10);
    }

    /** Digits are summed up as negative numbers, of which there is one more. */
    public static long parseLong(String text, int radix) {
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
        long limit = negative ? MIN_VALUE : -MAX_VALUE;
        long sum = 0;
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

    public static long parseUnsignedLong(String text) {
        return parseUnsignedLong(text, 10);
    }

    public static long parseUnsignedLong(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (text.startsWith("-")) {
            throw new NumberFormatException(new StringBuilder().append("Illegal leading minus sign on unsigned string ")
                .append(text).append(".").toString());
        }
        int last = text.length() - 1;
        if (last < ALWAYS_SIGNED) {
            return parseLong(text, radix);
        }
        long high = parseLong(text.substring(0, last), radix);
        int digit = Character.digit(text.charAt(last), radix);
        if (digit < 0) {
            throw new NumberFormatException("Bad digit at end of ".concat(text));
        }
        if (compareUnsigned(high, divideUnsigned(-1L - digit, radix)) > 0) {
            throw new NumberFormatException(new StringBuilder().append("String value ").append(text)
                .append(" exceeds range of unsigned long.").toString());
        }
        return high * radix + digit;
    }

    public static Long decode(String text) {
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
        return valueOf(parseLong(negative ? "-".concat(digits) : digits, radix));
    }

    public static String toString(long value) {
        return toString(value, 10);
    }

    public static String toString(long value, int radix) {
        int base = radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix;
        char[] digits = new char[SIZE + 1];
        int from = digits.length;
        long rest = value < 0 ? value : -value;
        do {
            digits[--from] = Character.forDigit((int) -(rest % base), base);
            rest /= base;
        } while (rest != 0);
        if (value < 0) {
            digits[--from] = '-';
        }
        return new String(digits, from, digits.length - from);
    }

    private static String toBits(long value, int shift) {
        char[] digits = new char[SIZE];
        int from = SIZE;
        long rest = value;
        do {
            digits[--from] = Character.forDigit((int) (rest & (1 << shift) - 1), 1 << shift);
            rest >>>= shift;
        } while (rest != 0);
        return new String(digits, from, SIZE - from);
    }

    public static String toHexString(long value) {
        return toBits(value, 4);
    }

    public static String toOctalString(long value) {
        return toBits(value, 3);
    }

    public static String toBinaryString(long value) {
        return toBits(value, 1);
    }

    public static String toUnsignedString(long value) {
        return toUnsignedString(value, 10);
    }

    public static String toUnsignedString(long value, int radix) {
        if (value >= 0) {
            return toString(value, radix);
        }
        int base = radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix;
        long high = divideUnsigned(value, base);
        return toString(high, base).concat(toString(value - high * base, base));
    }

    public static long divideUnsigned(long dividend, long divisor) {
        if (divisor < 0) {
            return compareUnsigned(dividend, divisor) < 0 ? 0 : 1;
        }
        if (dividend >= 0) {
            return dividend / divisor;
        }
        long quotient = (dividend >>> 1) / divisor << 1;
        long rest = dividend - quotient * divisor;
        return compareUnsigned(rest, divisor) >= 0 ? quotient + 1 : quotient;
    }

    public static long remainderUnsigned(long dividend, long divisor) {
        return dividend - divideUnsigned(dividend, divisor) * divisor;
    }

    @Override
    public String toString() {
        return toString(value);
    }

    public static int hashCode(long value) {
        return (int) (value ^ value >>> 32);
    }

    @Override
    public int hashCode() {
        return hashCode(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Long && value == ((Long) other).value;
    }

    public static int compare(long left, long right) {
        return left < right ? -1 : left == right ? 0 : 1;
    }

    @Override
    public int compareTo(Long other) {
        return compare(value, other.value);
    }

    public static int compareUnsigned(long left, long right) {
        return compare(left + MIN_VALUE, right + MIN_VALUE);
    }

    public static int signum(long value) {
        return value > 0 ? 1 : value < 0 ? -1 : 0;
    }

    public static long sum(long left, long right) {
        return left + right;
    }

    public static long max(long left, long right) {
        return left >= right ? left : right;
    }

    public static long min(long left, long right) {
        return left <= right ? left : right;
    }

    public static int bitCount(long value) {
        int ones = 0;
        for (long rest = value; rest != 0; rest &= rest - 1) {
            ones++;
        }
        return ones;
    }

    public static long highestOneBit(long value) {
        return value & MIN_VALUE >>> numberOfLeadingZeros(value);
    }

    public static long lowestOneBit(long value) {
        return value & -value;
    }

    public static int numberOfLeadingZeros(long value) {
        int zeros = 0;
        while (zeros < SIZE && (value & MIN_VALUE >>> zeros) == 0) {
            zeros++;
        }
        return zeros;
    }

    public static int numberOfTrailingZeros(long value) {
        int zeros = 0;
        while (zeros < SIZE && (value >>> zeros & 1) == 0) {
            zeros++;
        }
        return zeros;
    }

    public static long rotateLeft(long value, int distance) {
        return value << distance | value >>> -distance;
    }

    public static long rotateRight(long value, int distance) {
        return value >>> distance | value << -distance;
    }

    public static long reverse(long value) {
        long reversed = 0;
        for (int i = 0; i < SIZE; i++) {
            reversed = reversed << 1 | value >>> i & 1;
        }
        return reversed;
    }

    public static long reverseBytes(long value) {
        long reversed = 0;
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
        return (int) value;
    }

    @Override
    public long longValue() {
        return value;
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
