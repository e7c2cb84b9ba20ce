/**
 * Model of java.lang.Character. Properties of chars are exact for Latin-1; beyond, they are unmodelled natives, so that
 * an answer that depends on one says so.
 */
package java.lang;

import java.io.Serializable;

public final class Character implements Serializable, Comparable<Character> {
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uffff';
    public static final int SIZE = 16;
    public static final int BYTES = 2;
    public static final int MIN_RADIX = 2;
    public static final int MAX_RADIX = 36;
    public static final int MIN_CODE_POINT = 0;
    public static final int MAX_CODE_POINT = 0x10ffff;
    public static final int MIN_SUPPLEMENTARY_CODE_POINT = 0x10000;
    public static final char MIN_HIGH_SURROGATE = '\ud800';
    public static final char MAX_HIGH_SURROGATE = '\udbff';
    public static final char MIN_LOW_SURROGATE = '\udc00';
    public static final char MAX_LOW_SURROGATE = '\udfff';
    public static final char MIN_SURROGATE = MIN_HIGH_SURROGATE;
    public static final char MAX_SURROGATE = MAX_LOW_SURROGATE;
    public static final Class<Character> TYPE = Class.primitive("char");

    private static final int LATIN_1 = 0xff;

    private final char value;

    /** The chars up to 127 have one object each, made when it is first asked for. */
    static final class Cache {
        static final Character[] OBJECTS = new Character[128];
    }

    @Deprecated
    public Character(char value) {
        this.value = value;
    }

    public static Character valueOf(char value) {
        if (value > 127) {
            return new Character(value);
        }
        Character object = Cache.OBJECTS[value];
        if (object == null) {
            object = new Character(value);
            Cache.OBJECTS[value] = object;
        }
        return object;
    }

    public char charValue() {
        return value;
    }

    public static boolean isDigit(char c) {
        return isDigit((int) c);
    }

    public static boolean isDigit(int c) {
        return c > LATIN_1 ? isDigitBeyondLatin1(c) : c >= '0' && c <= '9';
    }

    public static boolean isUpperCase(char c) {
        return isUpperCase((int) c);
    }

    public static boolean isUpperCase(int c) {
        if (c > LATIN_1) {
            return isUpperCaseBeyondLatin1(c);
        }
        return c >= 'A' && c <= 'Z' || c >= 0xc0 && c <= 0xde && c != 0xd7;
    }

    public static boolean isLowerCase(char c) {
        return isLowerCase((int) c);
    }

    public static boolean isLowerCase(int c) {
        if (c > LATIN_1) {
            return isLowerCaseBeyondLatin1(c);
        }
        return c >= 'a' && c <= 'z' || c >= 0xdf && c != 0xf7 || c == 0xaa || c == 0xb5 || c == 0xba;
    }

    public static boolean isTitleCase(char c) {
        return c > LATIN_1 && isTitleCaseBeyondLatin1(c);
    }

    public static boolean isLetter(char c) {
        return isLetter((int) c);
    }

    public static boolean isLetter(int c) {
        return c > LATIN_1 ? isLetterBeyondLatin1(c) : isUpperCase(c) || isLowerCase(c);
    }

    public static boolean isAlphabetic(int c) {
        return c > LATIN_1 ? isAlphabeticBeyondLatin1(c) : isLetter(c);
    }

    public static boolean isLetterOrDigit(char c) {
        return isLetter(c) || isDigit(c);
    }

    public static boolean isLetterOrDigit(int c) {
        return isLetter(c) || isDigit(c);
    }

    public static boolean isWhitespace(char c) {
        return isWhitespace((int) c);
    }

    public static boolean isWhitespace(int c) {
        if (c > LATIN_1) {
            return isWhitespaceBeyondLatin1(c);
        }
        return c == ' ' || c >= 0x09 && c <= 0x0d || c >= 0x1c && c <= 0x1f;
    }

    public static boolean isSpaceChar(char c) {
        return c > LATIN_1 ? isSpaceCharBeyondLatin1(c) : c == ' ' || c == 0xa0;
    }

    public static boolean isISOControl(char c) {
        return isISOControl((int) c);
    }

    public static boolean isISOControl(int c) {
        return c >= 0 && c <= 0x1f || c >= 0x7f && c <= 0x9f;
    }

    public static boolean isJavaIdentifierStart(char c) {
        if (c > LATIN_1) {
            return isIdentifierStartBeyondLatin1(c);
        }
        return isLetter(c) || c == '_' || c == '$' || c >= 0xa2 && c <= 0xa5;
    }

    public static boolean isJavaIdentifierPart(char c) {
        if (c > LATIN_1) {
            return isIdentifierPartBeyondLatin1(c);
        }
        boolean ignorable = c <= 0x08 || c >= 0x0e && c <= 0x1b || c >= 0x7f && c <= 0x9f || c == 0xad;
        return isJavaIdentifierStart(c) || isDigit(c) || ignorable;
    }

    public static char toLowerCase(char c) {
        return (char) toLowerCase((int) c);
    }

    public static int toLowerCase(int c) {
        if (c > LATIN_1) {
            return toLowerCaseBeyondLatin1(c);
        }
        return isUpperCase(c) ? c + ('a' - 'A') : c;
    }

    public static char toUpperCase(char c) {
        return (char) toUpperCase((int) c);
    }

    /** The upper cases of two letters of Latin-1 are beyond it; three small letters have none. */
    public static int toUpperCase(int c) {
        if (c > LATIN_1) {
            return toUpperCaseBeyondLatin1(c);
        }
        switch (c) {
            case 0xff:
                return 0x178;
            case 0xb5:
                return 0x39c;
            case 0xdf: case 0xaa: case 0xba:
                return c;
            default:
                return isLowerCase(c) ? c - ('a' - 'A') : c;
        }
    }

    private static native boolean isDigitBeyondLatin1(int c);

    private static native boolean isUpperCaseBeyondLatin1(int c);

    private static native boolean isLowerCaseBeyondLatin1(int c);

    private static native boolean isTitleCaseBeyondLatin1(int c);

    private static native boolean isLetterBeyondLatin1(int c);

    private static native boolean isAlphabeticBeyondLatin1(int c);

    private static native boolean isWhitespaceBeyondLatin1(int c);

    private static native boolean isSpaceCharBeyondLatin1(int c);

    private static native boolean isIdentifierStartBeyondLatin1(int c);

    private static native boolean isIdentifierPartBeyondLatin1(int c);

    private static native int toLowerCaseBeyondLatin1(int c);

    private static native int toUpperCaseBeyondLatin1(int c);

    private static native int digitBeyondLatin1(int c, int radix);

    private static native int numericValueBeyondLatin1(int c);

    public static int digit(char c, int radix) {
        return digit((int) c, radix);
    }

    public static int digit(int c, int radix) {
        if (c > LATIN_1) {
            return digitBeyondLatin1(c, radix);
        }
        int digit = c > 'z' ? -1 : getNumericValue(c);
        return radix >= MIN_RADIX && radix <= MAX_RADIX && digit < radix ? digit : -1;
    }

    public static int getNumericValue(char c) {
        return getNumericValue((int) c);
    }

    public static int getNumericValue(int c) {
        if (c > LATIN_1) {
            return numericValueBeyondLatin1(c);
        }
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        if (c >= 'a' && c <= 'z') {
            return c - 'a' + 10;
        }
        return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : valueOfSpecialDigit(c);
    }

    /** The raised digits of Latin-1, and its fractions, which are no integers. */
    private static int valueOfSpecialDigit(int c) {
        switch (c) {
            case 0xb2:
                return 2;
            case 0xb3:
                return 3;
            case 0xb9:
                return 1;
            case 0xbc: case 0xbd: case 0xbe:
                return -2;
            default:
                return -1;
        }
    }

    public static char forDigit(int digit, int radix) {
        if (radix < MIN_RADIX || radix > MAX_RADIX || digit < 0 || digit >= radix) {
            return '\0';
        }
        return (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }

    public static boolean isHighSurrogate(char c) {
        return c >= MIN_HIGH_SURROGATE && c <= MAX_HIGH_SURROGATE;
    }

    public static boolean isLowSurrogate(char c) {
        return c >= MIN_LOW_SURROGATE && c <= MAX_LOW_SURROGATE;
    }

    public static boolean isSurrogate(char c) {
        return c >= MIN_SURROGATE && c <= MAX_SURROGATE;
    }

    public static boolean isValidCodePoint(int c) {
        return c >= MIN_CODE_POINT && c <= MAX_CODE_POINT;
    }

    public static boolean isBmpCodePoint(int c) {
        return c >>> 16 == 0;
    }

    public static boolean isSupplementaryCodePoint(int c) {
        return c >= MIN_SUPPLEMENTARY_CODE_POINT && c <= MAX_CODE_POINT;
    }

    public static int charCount(int c) {
        return c >= MIN_SUPPLEMENTARY_CODE_POINT ? 2 : 1;
    }

    public static int toCodePoint(char high, char low) {
        return MIN_SUPPLEMENTARY_CODE_POINT + ((high - MIN_HIGH_SURROGATE) << 10) + (low - MIN_LOW_SURROGATE);
    }

    public static char highSurrogate(int c) {
        return (char) (MIN_HIGH_SURROGATE + (c - MIN_SUPPLEMENTARY_CODE_POINT >> 10));
    }

    public static char lowSurrogate(int c) {
        return (char) (MIN_LOW_SURROGATE + (c & 0x3ff));
    }

    public static char[] toChars(int c) {
        if (isBmpCodePoint(c)) {
            return new char[] {(char) c};
        }
        if (!isValidCodePoint(c)) {
            String digits = Integer.toHexString(c).toUpperCase();
            throw new IllegalArgumentException("Not a valid Unicode code point: 0x".concat(digits));
        }
        return new char[] {highSurrogate(c), lowSurrogate(c)};
    }

    public static char reverseBytes(char c) {
        return (char) (c << 8 | c >> 8);
    }

    public static int compare(char left, char right) {
        return left - right;
    }

    @Override
    public int compareTo(Character other) {
        return compare(value, other.value);
    }

    public static int hashCode(char value) {
        return value;
    }

    @Override
    public int hashCode() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Character && value == ((Character) other).value;
    }

    public static String toString(char value) {
        return String.valueOf(value);
    }

    public static String toString(int c) {
        return String.valueOf(toChars(c));
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
