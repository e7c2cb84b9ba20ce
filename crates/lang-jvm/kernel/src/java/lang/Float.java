/** Model of java.lang.Float: bits and texts by exact arithmetic; texts as {@link cutpoint.kernel.Decimals} says. */
package java.lang;

import cutpoint.kernel.Decimals;

public final class Float extends Number implements Comparable<Float> {
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MAX_VALUE = 0x1.fffffep127f;
    public static final float MIN_NORMAL = 0x1.0p-126f;
    public static final float MIN_VALUE = 0x1.0p-149f;
    public static final int SIZE = 32;
    public static final int BYTES = 4;
    public static final int MAX_EXPONENT = 127;
    public static final int MIN_EXPONENT = -126;
    private static final int FRACTION = 0x7fffff;
    private static final int EXPONENTS = 0xff;
    private static final int SIGN = 0x80000000;
    public static final Class<Float> TYPE = Class.primitive("float");

    private final float value;

    @Deprecated
    public Float(float value) {
        this.value = value;
    }

    @Deprecated
    public Float(String text) {
        this.value = parseFloat(text);
    }

    public static Float valueOf(float value) {
        return new Float(value);
    }

    public static Float valueOf(String text) {
        return new Float(parseFloat(text));
    }

    public static float parseFloat(String text) {
        String trimmed = text.trim();
        if (trimmed.isEmpty()) {
            throw new NumberFormatException("empty String");
        }
        boolean negative = trimmed.charAt(0) == '-';
        String rest = negative || trimmed.charAt(0) == '+' ? trimmed.substring(1) : trimmed;
        if (rest.equals("NaN")) {
            return NaN;
        }
        float number = rest.equals("Infinity") ? POSITIVE_INFINITY : (float) Decimals.nearest(rest, 24, -149);
        if (number != number) {
            throw NumberTexts.noNumber(trimmed, 10);
        }
        return negative ? -number : number;
    }

    public static String toString(float value) {
        if (value != value) {
            return "NaN";
        }
        int bits = floatToRawIntBits(value);
        String sign = bits < 0 ? "-" : "";
        float size = Math.abs(value);
        if (size == POSITIVE_INFINITY) {
            return sign.concat("Infinity");
        }
        if (size == 0) {
            return sign.concat("0.0");
        }
        int fraction = bits & FRACTION;
        int exponent = bits >>> 23 & EXPONENTS;
        boolean normal = exponent != 0;
        long mantissa = normal ? fraction | FRACTION + 1 : fraction;
        int scale = -149 + (normal ? exponent - 1 : 0);
        return sign.concat(Decimals.toText(mantissa, scale, fraction == 0 && exponent > 1));
    }

    @Override
    public String toString() {
        return toString(value);
    }

    public static boolean isNaN(float value) {
        return value != value;
    }

    public boolean isNaN() {
        return isNaN(value);
    }

    public static boolean isInfinite(float value) {
        return Math.abs(value) == POSITIVE_INFINITY;
    }

    public boolean isInfinite() {
        return isInfinite(value);
    }

    public static boolean isFinite(float value) {
        return Math.abs(value) <= MAX_VALUE;
    }

    public static int floatToIntBits(float value) {
        return floatToRawIntBits(value);
    }

    /** There is one NaN. */
    public static int floatToRawIntBits(float value) {
        if (value != value) {
            return 0x7fc00000;
        }
        long wide = Double.doubleToRawLongBits(value);
        int sign = wide < 0 ? SIGN : 0;
        float size = Math.abs(value);
        if (size == POSITIVE_INFINITY) {
            return sign | EXPONENTS << 23;
        }
        if (size < MIN_NORMAL) {
            return sign | (int) (size * 0x1p149);
        }
        int exponent = ((int) (wide >>> 52) & 0x7ff) - 1023 + MAX_EXPONENT;
        return sign | exponent << 23 | (int) (wide >>> 29) & FRACTION;
    }

    public static float intBitsToFloat(int bits) {
        int exponent = bits >>> 23 & EXPONENTS;
        int fraction = bits & FRACTION;
        if (exponent == EXPONENTS) {
            return fraction != 0 ? NaN : bits < 0 ? NEGATIVE_INFINITY : POSITIVE_INFINITY;
        }
        float size = (float) (exponent == 0
            ? Decimals.scale(fraction, -149) : Decimals.scale(fraction | FRACTION + 1, exponent - 150));
        return bits < 0 ? -size : size;
    }

    public static int hashCode(float value) {
        return floatToIntBits(value);
    }

    @Override
    public int hashCode() {
        return hashCode(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Float && compare(value, ((Float) other).value) == 0;
    }

    /** A total order: -0.0 is below 0.0, and NaN above all. */
    public static int compare(float left, float right) {
        if (left < right) {
            return -1;
        }
        if (left > right) {
            return 1;
        }
        return Integer.compare(floatToIntBits(left), floatToIntBits(right));
    }

    @Override
    public int compareTo(Float other) {
        return compare(value, other.value);
    }

    public static float sum(float left, float right) {
        return left + right;
    }

    public static float max(float left, float right) {
        return Math.max(left, right);
    }

    public static float min(float left, float right) {
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
        return value;
    }

    @Override
    public double doubleValue() {
        return (double) value;
    }
}
