/**
 * Model of java.lang.Math: what is exact by its documentation has a body; the functions of analysis are unmodelled
 * natives.
 */
package java.lang;

public final class Math {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;

    /** From here on every double is an integer. */
    private static final double ALL_INTEGERS = 0x1p52;

    private Math() {
    }

    public static int abs(int a) {
        return a < 0 ? -a : a;
    }

    public static int absExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Integer.MIN_VALUE");
        }
        return abs(a);
    }

    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    public static int addExact(int a, int b) {
        int sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw new ArithmeticException("integer overflow");
        }
        return sum;
    }

    public static int subtractExact(int a, int b) {
        int difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw new ArithmeticException("integer overflow");
        }
        return difference;
    }

    public static int multiplyExact(int a, int b) {
        long product = (long) a * b;
        if ((int) product != product) {
            throw new ArithmeticException("integer overflow");
        }
        return (int) product;
    }

    public static int incrementExact(int a) {
        return addExact(a, 1);
    }

    public static int decrementExact(int a) {
        return subtractExact(a, 1);
    }

    public static int negateExact(int a) {
        return subtractExact(0, a);
    }

    public static int floorDiv(int a, int b) {
        int quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    public static int floorMod(int a, int b) {
        int rest = a % b;
        return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
    }

    public static int ceilDiv(int a, int b) {
        int quotient = a / b;
        return (a ^ b) >= 0 && quotient * b != a ? quotient + 1 : quotient;
    }

    public static long abs(long a) {
        return a < 0 ? -a : a;
    }

    public static long absExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Long.MIN_VALUE");
        }
        return abs(a);
    }

    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    public static long addExact(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw new ArithmeticException("long overflow");
        }
        return sum;
    }

    public static long subtractExact(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw new ArithmeticException("long overflow");
        }
        return difference;
    }

    public static long multiplyExact(long a, long b) {
        long product = a * b;
        boolean fits = a == 0 || product / a == b && !(a == -1 && b == Long.MIN_VALUE);
        if (!fits) {
            throw new ArithmeticException("long overflow");
        }
        return product;
    }

    public static long multiplyExact(long a, int b) {
        return multiplyExact(a, (long) b);
    }

    public static long multiplyFull(int a, int b) {
        return (long) a * b;
    }

    public static int toIntExact(long a) {
        if ((int) a != a) {
            throw new ArithmeticException("integer overflow");
        }
        return (int) a;
    }

    public static long multiplyHigh(long a, long b) {
        long low = (a & 0xffffffffL) * (b & 0xffffffffL);
        long middle = (a >> 32) * (b & 0xffffffffL) + (low >>> 32);
        long cross = (middle & 0xffffffffL) + (a & 0xffffffffL) * (b >> 32);
        return (a >> 32) * (b >> 32) + (middle >> 32) + (cross >> 32);
    }

    public static long floorDiv(long a, int b) {
        return floorDiv(a, (long) b);
    }

    public static int floorMod(long a, int b) {
        return (int) floorMod(a, (long) b);
    }

    public static long incrementExact(long a) {
        return addExact(a, 1);
    }

    public static long decrementExact(long a) {
        return subtractExact(a, 1);
    }

    public static long negateExact(long a) {
        return subtractExact(0, a);
    }

    public static long floorDiv(long a, long b) {
        long quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    public static long floorMod(long a, long b) {
        long rest = a % b;
        return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
    }

    public static long ceilDiv(long a, long b) {
        long quotient = a / b;
        return (a ^ b) >= 0 && quotient * b != a ? quotient + 1 : quotient;
    }

    private static boolean isNegative(float a) {
        return a < 0 || a == 0 && 1 / a < 0;
    }

    /** Zero is subtracted from, so that -0.0 becomes 0.0. */
    public static float abs(float a) {
        return a <= 0 ? 0 - a : a;
    }

    public static float max(float a, float b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0) {
            return isNegative(a) ? b : a;
        }
        return a >= b ? a : b;
    }

    public static float min(float a, float b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0) {
            return isNegative(a) ? a : b;
        }
        return a <= b ? a : b;
    }

    public static float signum(float a) {
        return a > 0 ? 1 : a < 0 ? -1 : a;
    }

    public static float copySign(float size, float sign) {
        float positive = abs(size);
        return isNegative(sign) ? -positive : positive;
    }

    public static int getExponent(float a) {
        return (Float.floatToRawIntBits(a) >>> 23 & 0xff) - 127;
    }

    public static float nextUp(float a) {
        if (a != a || a == Float.POSITIVE_INFINITY) {
            return a;
        }
        if (a == 0) {
            return Float.MIN_VALUE;
        }
        return Float.intBitsToFloat(Float.floatToRawIntBits(a) + (a > 0 ? 1 : -1));
    }

    public static float nextDown(float a) {
        return -nextUp(-a);
    }

    public static float ulp(float a) {
        float size = abs(a);
        if (size == Float.POSITIVE_INFINITY || size != size) {
            return size;
        }
        return size == Float.MAX_VALUE ? size - nextDown(size) : nextUp(size) - size;
    }

    private static boolean isNegative(double a) {
        return a < 0 || a == 0 && 1 / a < 0;
    }

    /** Zero is subtracted from, so that -0.0 becomes 0.0. */
    public static double abs(double a) {
        return a <= 0 ? 0 - a : a;
    }

    public static double max(double a, double b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0) {
            return isNegative(a) ? b : a;
        }
        return a >= b ? a : b;
    }

    public static double min(double a, double b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0) {
            return isNegative(a) ? a : b;
        }
        return a <= b ? a : b;
    }

    public static double signum(double a) {
        return a > 0 ? 1 : a < 0 ? -1 : a;
    }

    public static double copySign(double size, double sign) {
        double positive = abs(size);
        return isNegative(sign) ? -positive : positive;
    }

    public static int getExponent(double a) {
        return (int) (Double.doubleToRawLongBits(a) >>> 52 & 0x7ff) - 1023;
    }

    public static double nextUp(double a) {
        if (a != a || a == Double.POSITIVE_INFINITY) {
            return a;
        }
        if (a == 0) {
            return Double.MIN_VALUE;
        }
        return Double.longBitsToDouble(Double.doubleToRawLongBits(a) + (a > 0 ? 1L : -1L));
    }

    public static double nextDown(double a) {
        return -nextUp(-a);
    }

    public static double ulp(double a) {
        double size = abs(a);
        if (size == Double.POSITIVE_INFINITY || size != size) {
            return size;
        }
        return size == Double.MAX_VALUE ? size - nextDown(size) : nextUp(size) - size;
    }

    public static int round(float a) {
        return (int) floorOfHalfUp(a);
    }

    public static long round(double a) {
        return (long) floorOfHalfUp(a);
    }

    /** The floor of a + 1/2, computed without rounding. */
    private static double floorOfHalfUp(double a) {
        double floor = floor(a);
        return a - floor >= 0.5 ? floor + 1 : floor;
    }

    public static double floor(double a) {
        if (!(abs(a) < ALL_INTEGERS) || a == 0) {
            return a;
        }
        double toZero = (long) a;
        return toZero > a ? toZero - 1 : toZero == 0 && a < 0 ? -1.0 : toZero;
    }

    public static double ceil(double a) {
        return -floor(-a);
    }

    /** The nearest integer, ties to even: adding a large number rounds. */
    public static double rint(double a) {
        if (!(abs(a) < ALL_INTEGERS)) {
            return a;
        }
        double rounded = abs(a) + ALL_INTEGERS - ALL_INTEGERS;
        return copySign(rounded, a);
    }

    /** Digit by digit in binary; the bit below the last one rounds, as a root is never half way between two. */
    public static double sqrt(double a) {
        if (a != a || a < 0) {
            return Double.NaN;
        }
        if (a == 0 || a == Double.POSITIVE_INFINITY) {
            return a;
        }
        double scaled = a;
        int exponent = 0;
        for (; scaled >= 4; scaled /= 4) {
            exponent++;
        }
        for (; scaled < 1; scaled *= 4) {
            exponent--;
        }
        long bits = (long) (scaled * 0x1p52);
        long root = 0;
        long rest = 0;
        for (int at = 52; at >= -54; at -= 2) {
            long pair = at >= 0 ? bits >> at & 3 : 0;
            rest = rest << 2 | pair;
            long trial = root << 2 | 1;
            root <<= 1;
            if (rest >= trial) {
                rest -= trial;
                root |= 1;
            }
        }
        return cutpoint.kernel.Decimals.scale((root >> 1) + (root & 1), exponent - 52);
    }

    /** Exact where the documentation promises that: powers of integers that are doubles. */
    public static double pow(double base, double exponent) {
        if (exponent == 0) {
            return 1;
        }
        if (exponent == 1 || base != base) {
            return base;
        }
        if (exponent > 0 && exponent <= 64 && rint(exponent) == exponent && rint(base) == base) {
            double product = 1;
            for (int i = 0; i < exponent && abs(product) <= ALL_INTEGERS; i++) {
                product *= base;
            }
            if (abs(product) <= ALL_INTEGERS) {
                return product;
            }
        }
        return inexactPow(base, exponent);
    }

    private static native double inexactPow(double base, double exponent);

    public static double toRadians(double degrees) {
        return degrees * 0.017453292519943295;
    }

    public static double toDegrees(double radians) {
        return radians * 57.29577951308232;
    }

    public static native double sin(double a);

    public static native double cos(double a);

    public static native double tan(double a);

    public static native double asin(double a);

    public static native double acos(double a);

    public static native double atan(double a);

    public static native double exp(double a);

    public static native double log(double a);

    public static native double log10(double a);

    public static native double cbrt(double a);

    public static native double sinh(double a);

    public static native double cosh(double a);

    public static native double tanh(double a);

    public static native double expm1(double a);

    public static native double log1p(double a);

    public static native double atan2(double a, double b);

    public static native double hypot(double a, double b);

    public static native double IEEEremainder(double a, double b);

    public static native double fma(double a, double b, double c);

    public static native double random();
}
