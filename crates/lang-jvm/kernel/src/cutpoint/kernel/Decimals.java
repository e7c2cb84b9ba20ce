/**
 * Floating point numbers as decimal texts and back. The text is the shortest decimal that is read as the same number,
 * of those the nearest, with at least two digits: what the documentation of JDK 19 and later says. JDK 17 prints a
 * digit too much for a few numbers, such as 2.0E-3 as a float.
 */
package cutpoint.kernel;

public final class Decimals {
    private static final int LEAST_PLAIN_EXPONENT = -2;
    private static final int MOST_PLAIN_EXPONENT = 7;

    private Decimals() {
    }

    /** mantissa * 2^exponent, which has to be a double. */
    public static double scale(long mantissa, int exponent) {
        double scaled = mantissa;
        int rest = exponent;
        for (; rest >= 64; rest -= 64) {
            scaled *= 0x1p64;
        }
        for (; rest <= -64; rest += 64) {
            scaled *= 0x1p-64;
        }
        for (; rest > 0; rest--) {
            scaled *= 2;
        }
        for (; rest < 0; rest++) {
            scaled /= 2;
        }
        return scaled;
    }

    /**
     * The text of mantissa * 2^exponent > 0. Its neighbours are one unit of the mantissa away; only half of that below,
     * if `powerOfTwo`.
     */
    public static String toText(long mantissa, int exponent, boolean powerOfTwo) {
        int spare = powerOfTwo ? 2 : 1;
        Natural rest = new Natural(mantissa);
        Natural unit = new Natural(1);
        Natural below = new Natural(1);
        Natural above = new Natural(1);
        rest.shiftLeft(Math.max(exponent, 0) + spare);
        unit.shiftLeft(Math.max(-exponent, 0) + spare);
        below.shiftLeft(Math.max(exponent, 0));
        above.shiftLeft(Math.max(exponent, 0) + spare - 1);
        int point = 0;
        while (rest.compareTo(unit) >= 0) {
            unit.multiply(10, 0);
            point++;
        }
        while (true) {
            rest.multiply(10, 0);
            below.multiply(10, 0);
            above.multiply(10, 0);
            if (rest.compareTo(unit) >= 0) {
                break;
            }
            point--;
        }
        return digits(rest, unit, below, above, (mantissa & 1) == 0, point);
    }

    /** The digits of rest / unit, below 10, until what is left is within the distances to the neighbours. */
    private static String digits(
        Natural rest, Natural unit, Natural below, Natural above, boolean inclusive, int point) {
        int nearly = inclusive ? 0 : 1;
        long number = 0;
        int count = 0;
        while (true) {
            int digit = 0;
            while (rest.compareTo(unit) >= 0) {
                rest.subtract(unit);
                digit++;
            }
            number = 10 * number + digit;
            count++;
            boolean low = rest.compareTo(below) <= -nearly;
            boolean high = rest.comparePlus(above, unit) >= nearly;
            if (count >= 2 && (low || high)) {
                int half = rest.comparePlus(rest, unit);
                boolean up = low && high ? half > 0 || half == 0 && digit % 2 != 0 : high;
                return text(up ? number + 1 : number, count, point);
            }
            rest.multiply(10, 0);
            below.multiply(10, 0);
            above.multiply(10, 0);
        }
    }

    /** The text of 0.NUMBER * 10^point, where the number has `count` digits, or one more after rounding up. */
    private static String text(long number, int count, int point) {
        String digits = Long.toString(number);
        int shifted = point + digits.length() - count;
        int end = digits.length();
        while (end > 1 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return plainOrScientific(digits.substring(0, end), shifted);
    }

    private static String plainOrScientific(String digits, int point) {
        StringBuilder text = new StringBuilder();
        if (point < LEAST_PLAIN_EXPONENT || point > MOST_PLAIN_EXPONENT) {
            text.append(digits.charAt(0)).append('.').append(fraction(digits, 1)).append('E').append(point - 1);
        } else if (point <= 0) {
            text.append("0.");
            for (int i = point; i < 0; i++) {
                text.append('0');
            }
            text.append(digits);
        } else {
            for (int i = 0; i < point; i++) {
                text.append(i < digits.length() ? digits.charAt(i) : '0');
            }
            text.append('.').append(fraction(digits, point));
        }
        return text.toString();
    }

    private static String fraction(String digits, int from) {
        return from < digits.length() ? digits.substring(from) : "0";
    }

    /**
     * The nearest number to a decimal text without white space and sign, ties to even, with so many bits; the least
     * positive number is 2^leastExponent. NaN if it is no such text.
     */
    public static double nearest(String text, int bits, int leastExponent) {
        Natural number = new Natural(0);
        int length = text.length();
        int exponent = 0;
        int seen = 0;
        boolean pointSeen = false;
        int next = 0;
        for (; next < length; next++) {
            char c = text.charAt(next);
            if (c == '.' && !pointSeen) {
                pointSeen = true;
            } else if (c >= '0' && c <= '9') {
                number.multiply(10, c - '0');
                exponent -= pointSeen ? 1 : 0;
                seen++;
            } else {
                break;
            }
        }
        int end = afterSuffix(text);
        if (seen == 0 || next < end && !hasExponent(text, next, end)) {
            return Double.NaN;
        }
        return rounded(number, exponent + (next < end ? exponent(text, next + 1, end) : 0), seen, bits, leastExponent);
    }

    private static int afterSuffix(String text) {
        int last = text.length() - 1;
        char c = last < 0 ? '\0' : text.charAt(last);
        return c == 'f' || c == 'F' || c == 'd' || c == 'D' ? last : last + 1;
    }

    private static boolean hasExponent(String text, int at, int end) {
        if (text.charAt(at) != 'e' && text.charAt(at) != 'E') {
            return false;
        }
        int first = at + 1;
        if (first < end && (text.charAt(first) == '-' || text.charAt(first) == '+')) {
            first++;
        }
        for (int i = first; i < end; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return first < end;
    }

    private static int exponent(String text, int from, int end) {
        boolean negative = text.charAt(from) == '-';
        int exponent = 0;
        for (int i = from; i < end; i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9' && exponent < 1000000) {
                exponent = 10 * exponent + c - '0';
            }
        }
        return negative ? -exponent : exponent;
    }

    /** The nearest number to number * 10^exponent. */
    private static double rounded(Natural number, int exponent, int digits, int bits, int leastExponent) {
        if (number.isZero() || exponent + digits < -400) {
            return 0;
        }
        if (exponent > 400) {
            return Double.POSITIVE_INFINITY;
        }
        Natural unit = new Natural(1);
        number.timesPowerOfTen(Math.max(exponent, 0));
        unit.timesPowerOfTen(Math.max(-exponent, 0));
        int binary = number.bitLength() - unit.bitLength();
        number.shiftLeft(Math.max(-binary, 0));
        unit.shiftLeft(Math.max(binary, 0));
        if (number.compareTo(unit) < 0) {
            number.multiply(2, 0);
            binary--;
        }
        int last = Math.max(binary - bits + 1, leastExponent);
        long mantissa = 0;
        for (int at = binary; at >= last; at--) {
            mantissa <<= 1;
            if (number.compareTo(unit) >= 0) {
                number.subtract(unit);
                mantissa |= 1;
            }
            number.multiply(2, 0);
        }
        return binary < last - 1 ? 0 : scale(roundHalf(mantissa, number, unit), last);
    }

    private static long roundHalf(long mantissa, Natural twiceRest, Natural unit) {
        int half = twiceRest.compareTo(unit);
        return half > 0 || half == 0 && (mantissa & 1) != 0 ? mantissa + 1 : mantissa;
    }
}
