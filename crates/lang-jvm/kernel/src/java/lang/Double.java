/** Model of java.lang.Double: bits and texts by exact arithmetic; texts as {@link cutpoint.kernel.Decimals} says. */
package java.lang;

import cutpoint.kernel.Decimals;

public final class Double extends Number implements Comparable<Double> {
    public static final double POSITIVE_INFINITY = 1.0 / 0.0;
    public static final double NEGATIVE_INFINITY = -1.0 / 0.0;
    public static final double NaN = 0.0 / 0.0;
    public static final double MAX_VALUE = 0x1.fffffffffffffp1023;
    public static final double MIN_NORMAL = 0x1.0p-1022;
    public static final double MIN_VALUE = 0x1.0p-1074;
    public static final int SIZE = 64;
    public static final int BYTES = 8;
    public static final int MAX_EXPONENT = 1023;
    public static final int MIN_EXPONENT = -1022;
    private static final long FRACTION = 0xfffffffffffffL;
    private static final int EXPONENTS = 0x7ff;
    private static final long SIGN = 0x8000000000000000L;
    public static final Class<Double> TYPE = Class.primitive("double");

    private final double value;

    @Deprecated
    public Double(double value) {
        this.value = value;
    }

    @Deprecated
    public Double(String text) {
        this.value = parseDouble(text);
    }

    public static Double valueOf(double value) {
        return new Double(value);
    }

    public static Double valueOf(String text) {
        return new Double(parseDouble(text));
    }

    public static double parseDouble(String text) {
        String trimmed = text.trim();
        if (trimmed.isEmpty()) {
            throw new NumberFormatException("empty String");
        }
        boolean negative = trimmed.charAt(0) == '-';
        String rest = negative || trimmed.charAt(0) == '+' ? trimmed.substring(1) : trimmed;
        if (rest.equals("NaN")) {
            return NaN;
        }
        double number = rest.equals("Infinity") ? POSITIVE_INFINITY : Decimals.nearest(rest, 53, -1074);
        if (number != number) {
            throw NumberTexts.noNumber(trimmed, 10);
        }
        return negative ? -number : number;
    }

    public static String toString(double value) {
        if (value != value) {
            return "NaN";
        }
        long bits = doubleToRawLongBits(value);
        String sign = bits < 0 ? "-" : "";
        double size = Math.abs(value);
        if (size == POSITIVE_INFINITY) {
            return sign.concat("Infinity");
        }
        if (size == 0) {
            return sign.concat("0.0");
        }
        long fraction = bits & FRACTION;
        int exponent = (int) (bits >>> 52) & EXPONENTS;
        boolean normal = exponent != 0;
        long mantissa = normal ? fraction | FRACTION + 1 : fraction;
        int scale = -1074 + (normal ? exponent - 1 : 0);
        return sign.concat(Decimals.toText(mantissa, scale, fraction == 0 && exponent > 1));
    }

    @Override
    public String toString() {
        return toString(value);
    }

    public static boolean isNaN(double value) {
        return value != value;
    }

    public boolean isNaN() {
        return isNaN(value);
    }

    public static boolean isInfinite(double value) {
        return Math.abs(value) == POSITIVE_INFINITY;
    }

    public boolean isInfinite() {
        return isInfinite(value);
    }

    public static boolean isFinite(double value) {
        return Math.abs(value) <= MAX_VALUE;
    }

    public static long doubleToLongBits(double value) {
        return doubleToRawLongBits(value);
    }

    /** There is one NaN. */
    public static long doubleToRawLongBits(double value) {
        if (value != value) {
            return 0x7ff8000000000000L;
        }
        long sign = value < 0 || value == 0 && 1 / value < 0 ? SIGN : 0;
        double size = Math.abs(value);
        if (size == POSITIVE_INFINITY) {
            return sign | (long) EXPONENTS << 52;
        }
        if (size < MIN_NORMAL) {
            return sign | (long) (size * 0x1p537 * 0x1p537);
        }
        int exponent = MAX_EXPONENT;
        for (; size >= 0x1p64; size *= 0x1p-64) {
            exponent += 64;
        }
        for (; size < 0x1p-64; size *= 0x1p64) {
            exponent -= 64;
        }
        for (; size >= 2; size /= 2) {
            exponent++;
        }
        for (; size < 1; size *= 2) {
            exponent--;
        }
        return sign | (long) exponent << 52 | (long) (size * 0x1p52) & FRACTION;
    }

    public static double longBitsToDouble(long bits) {
        int exponent = (int) (bits >>> 52) & EXPONENTS;
        long fraction = bits & FRACTION;
        if (exponent == EXPONENTS) {
            return fraction != 0 ? NaN : bits < 0 ? NEGATIVE_INFINITY : POSITIVE_INFINITY;
        }
        double size = exponent == 0
            ? Decimals.scale(fraction, -1074) : Decimals.scale(fraction | FRACTION + 1, exponent - 1075);
        return bits < 0 ? -size : size;
    }

    public static int hashCode(double value) {
        return Long.hashCode(doubleToLongBits(value));
    }

    @Override
    public int hashCode() {
        return hashCode(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Double && compare(value, ((Double) other).value) == 0;
    }

    /** A total order: -0.0 is below 0.0, and NaN above all. */
    public static int compare(double left, double right) {
        if (left < right) {
            return -1;
        }
        if (left > right) {
            return 1;
        }
        return Long.compare(doubleToLongBits(left), doubleToLongBits(right));
    }

    @Override
    public int compareTo(Double other) {
        return compare(value, other.value);
    }

    public static double sum(double left, double right) {
        return left + right;
    }

    public static double max(double left, double right) {
        return Math.max(left, right);
    }

    public static double min(double left, double right) {
        return Math.min(left, right);
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
        return value;
    }
}
