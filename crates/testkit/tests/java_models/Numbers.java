/** Asks the classes of numbers many questions and prints the answers; compiled against the JDK's and the models. */
package PACKAGE;

IMPORTS
import java.io.PrintStream;
import java.util.function.Supplier;

public final class Numbers {
    private final PrintStream out;
    private final java.util.Random random = new java.util.Random(42);
    /** Before JDK 19 some numbers were printed with a digit too much. */
    private final boolean printsShortest = Runtime.version().feature() >= 19;

    private Numbers(PrintStream out) {
        this.out = out;
    }

    public static void run(PrintStream out) {
        Numbers numbers = new Numbers(out);
        numbers.ints();
        numbers.longs();
        numbers.small();
        numbers.chars();
        numbers.texts();
        numbers.floats();
        numbers.doubles();
    }

    private void show(String question, Supplier<Object> answer) {
        String text;
        try {
            text = String.valueOf(answer.get());
        } catch (RuntimeException e) {
            // Texts about variables and copied arrays are those of the machine.
            boolean isShared = !e.toString().contains("because") && !e.toString().contains("arraycopy");
            text = isShared ? e.toString() : "a fault";
        }
        out.println(question + " = " + text);
    }

    private int anyInt() {
        int[] edges = {0, 1, -1, 2, 10, 127, 128, -128, -129, 255, 256, 65535, Integer.MAX_VALUE, Integer.MIN_VALUE};
        int choice = random.nextInt(3);
        return choice == 0 ? edges[random.nextInt(edges.length)] : random.nextInt() >> random.nextInt(32);
    }

    private long anyLong() {
        long[] edges = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32, -1L << 32, 0xffffffffL};
        return random.nextInt(3) == 0 ? edges[random.nextInt(edges.length)] : random.nextLong() >> random.nextInt(64);
    }

    private void ints() {
        for (int i = 0; i < 300; i++) {
            int a = anyInt();
            int b = anyInt();
            int radix = random.nextInt(40);
            String ab = a + "," + b;
            show("Integer.toString " + a + " " + radix, () -> Integer.toString(a, radix));
            show("hex " + a, () -> Integer.toHexString(a) + Integer.toOctalString(a) + Integer.toBinaryString(a));
            show("unsigned " + a, () -> Integer.toUnsignedString(a) + Integer.toUnsignedLong(a));
            show("compare " + ab, () -> Integer.compare(a, b) + " " + Integer.compareUnsigned(a, b));
            show("unsigned division " + ab, () -> Integer.divideUnsigned(a, b) + " " + Integer.remainderUnsigned(a, b));
            show("bits " + a, () -> Integer.bitCount(a) + " " + Integer.highestOneBit(a) + " " + Integer.lowestOneBit(a));
            show("zeros " + a, () -> Integer.numberOfLeadingZeros(a) + " " + Integer.numberOfTrailingZeros(a));
            show("rotate " + ab, () -> Integer.rotateLeft(a, b) + " " + Integer.rotateRight(a, b));
            show("reverse " + a, () -> Integer.reverse(a) + " " + Integer.reverseBytes(a) + " " + Integer.signum(a));
            show("same " + ab, () -> Integer.valueOf(a).equals(Integer.valueOf(b)) + " "
                + (Integer.valueOf(a) == Integer.valueOf(a)) + " " + Integer.valueOf(a).compareTo(Integer.valueOf(b)));
            show("addExact " + ab, () -> Math.addExact(a, b));
            show("subtractExact " + ab, () -> Math.subtractExact(a, b));
            show("multiplyExact " + ab, () -> Math.multiplyExact(a, b));
            show("negateExact " + a, () -> Math.negateExact(a));
            show("increment " + a, () -> Math.incrementExact(a));
            show("floorDiv " + ab, () -> Math.floorDiv(a, b) + " " + Math.floorMod(a, b));
            show("abs " + ab, () -> Math.abs(a) + " " + Math.max(a, b) + " " + Math.min(a, b));
            show("absExact " + a, () -> Math.absExact(a));
            show("narrow " + a, () -> Integer.valueOf(a).byteValue() + " " + Integer.valueOf(a).shortValue());
        }
    }

    private void longs() {
        for (int i = 0; i < 300; i++) {
            long a = anyLong();
            long b = anyLong();
            int radix = random.nextInt(40);
            int n = anyInt();
            String ab = a + "," + b;
            show("Long.toString " + a + " " + radix, () -> Long.toString(a, radix));
            show("hex " + a, () -> Long.toHexString(a) + Long.toOctalString(a) + Long.toBinaryString(a));
            show("unsigned " + a, () -> Long.toUnsignedString(a) + " " + Long.toUnsignedString(a, 16));
            show("unsigned division " + ab, () -> Long.divideUnsigned(a, b) + " " + Long.remainderUnsigned(a, b));
            show("bits " + a, () -> Long.bitCount(a) + " " + Long.highestOneBit(a) + " " + Long.lowestOneBit(a));
            show("zeros " + a, () -> Long.numberOfLeadingZeros(a) + " " + Long.numberOfTrailingZeros(a));
            show("rotate " + a, () -> Long.rotateLeft(a, n) + " " + Long.rotateRight(a, n));
            show("reverse " + a, () -> Long.reverse(a) + " " + Long.reverseBytes(a) + " " + Long.signum(a));
            show("hash " + a, () -> Long.hashCode(a) + " " + (Long.valueOf(a) == Long.valueOf(a)));
            show("addExact " + ab, () -> Math.addExact(a, b));
            show("subtractExact " + ab, () -> Math.subtractExact(a, b));
            show("multiplyExact " + ab, () -> Math.multiplyExact(a, b));
            show("multiplyHigh " + ab, () -> Math.multiplyHigh(a, b));
            show("toIntExact " + a, () -> Math.toIntExact(a));
            show("floorDiv " + ab, () -> Math.floorDiv(a, b) + " " + Math.floorMod(a, b));
            show("floorMod " + a + "," + n, () -> Math.floorMod(a, n) + " " + Math.floorDiv(a, n));
        }
    }

    private void small() {
        for (int i = 0; i < 100; i++) {
            int a = anyInt();
            show("Byte " + a, () -> Byte.valueOf((byte) a) + " " + Byte.toUnsignedInt((byte) a));
            show("Byte.parse " + a, () -> Byte.parseByte(String.valueOf(a)));
            show("Short " + a, () -> Short.valueOf((short) a) + " " + Short.reverseBytes((short) a));
            show("Short.parse " + a, () -> Short.parseShort(String.valueOf(a)));
            show("Short cache " + a, () -> Short.valueOf((short) a) == Short.valueOf((short) a));
        }
        for (String text : new String[] {"true", "TRUE", "yes", "", null}) {
            show("Boolean " + text, () -> Boolean.parseBoolean(text) + " " + Boolean.valueOf(text).hashCode());
        }
        show("Boolean.compare", () -> Boolean.compare(true, false) + " " + Boolean.TRUE.compareTo(Boolean.FALSE));
    }

    private void chars() {
        for (int i = 0; i < 256; i++) {
            char c = (char) i;
            show("Character " + i, () -> Character.isDigit(c) + " " + Character.isLetter(c) + " "
                + Character.isUpperCase(c) + " " + Character.isLowerCase(c) + " " + Character.isWhitespace(c) + " "
                + Character.isSpaceChar(c) + " " + Character.isISOControl(c) + " " + Character.isAlphabetic(c) + " "
                + Character.isJavaIdentifierStart(c) + " " + Character.isJavaIdentifierPart(c) + " "
                + Character.isLetterOrDigit(c) + " " + (int) Character.toLowerCase(c) + " "
                + (int) Character.toUpperCase(c) + " " + Character.digit(c, 16) + " " + Character.getNumericValue(c));
            show("cache " + i, () -> Character.valueOf(c) == Character.valueOf(c));
        }
        for (int i = 0; i < 40; i++) {
            int a = anyInt();
            int radix = random.nextInt(40);
            show("forDigit " + a + " " + radix, () -> (int) Character.forDigit(a, radix));
            show("toChars " + a, () -> String.valueOf(Character.toChars(a)));
            show("count " + a, () -> Character.charCount(a) + " " + Character.isValidCodePoint(a));
        }
        show("pair", () -> Character.toCodePoint('\ud83d', '\ude00') + " " + String.valueOf(Character.toChars(0x1f600)));
    }

    private void texts() {
        String[] texts = {
            "0", "1", "-1", "+7", "", "-", "+", "abc", "12a", "2147483647", "2147483648", "-2147483648",
            "-2147483649", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "0x1f", "-0X1F", "#ff",
            "010", "08", "0x", "--1", "+-1", " 1", "1 ", "z", "Zz", "4294967295", "4294967296", "18446744073709551615",
            "18446744073709551616", null,
        };
        for (String text : texts) {
            show("parseInt " + text, () -> Integer.parseInt(text));
            show("parseLong " + text, () -> Long.parseLong(text));
            show("decode " + text, () -> Integer.decode(text));
            show("Long.decode " + text, () -> Long.decode(text));
            show("unsigned " + text, () -> Integer.parseUnsignedInt(text));
            show("Long unsigned " + text, () -> Long.parseUnsignedLong(text));
            for (int radix : new int[] {2, 16, 36, 1, 37}) {
                show("parseInt " + text + " " + radix, () -> Integer.parseInt(text, radix));
            }
        }
    }

    private void floats() {
        for (int i = 0; i < 300; i++) {
            int bits = i < 20 ? new int[] {0, 1, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800000, 0x7fffff,
                0x800000, 0x7f7fffff, 2, 3, 0x3dcccccd, 0x4b800000, 0x4b7fffff, 0x3a83126f, 0x3a831270, 0x4b189680,
                0xbf800000, 0x34000000}[i] : random.nextInt();
            float a = Float.intBitsToFloat(bits);
            float b = Float.intBitsToFloat(random.nextInt() & 0xbfffffff);
            show("bits " + bits, () -> Float.floatToIntBits(a) + " " + Float.floatToIntBits(-a) + " "
                + Float.hashCode(a) + " " + Float.isNaN(a) + " " + Float.isInfinite(a) + " " + Float.isFinite(a));
            show("compare " + bits, () -> Float.compare(a, b) + " " + Float.valueOf(a).equals(Float.valueOf(b)));
            show("Math " + bits, () -> Float.floatToIntBits(Math.abs(a)) + " " + Float.floatToIntBits(Math.max(a, b))
                + " " + Float.floatToIntBits(Math.min(a, b)) + " " + Math.round(a) + " "
                + Float.floatToIntBits(Math.ulp(a)) + " " + Float.floatToIntBits(Math.nextUp(a)) + " "
                + Float.floatToIntBits(Math.signum(a)) + " " + Math.getExponent(a) + " "
                + Float.floatToIntBits(Math.copySign(a, b)));
            String text = Float.toString(a);
            show("parse " + bits, () -> Float.floatToIntBits(Float.parseFloat(text)));
            if (printsShortest) {
                out.println(bits + " as a text: " + text);
            }
        }
    }

    private double anyDouble() {
        switch (random.nextInt(4)) {
            case 0: return Double.longBitsToDouble(random.nextLong());
            case 1: return random.nextInt() / 8.0;
            case 2: return random.nextInt(2000) / 2.0 - 500;
            default: return random.nextDouble() * Double.longBitsToDouble((random.nextInt(200) + 923L) << 52);
        }
    }

    private void doubles() {
        double[] edges = {
            0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 0.49999999999999994, 1e-3, 9.999e-4, 1e7, 9999999.0, 1e23, 2e23, 8.41e21,
            4.9e-324, 9.9e-324, 2.2250738585072014E-308, 1.7976931348623157e308, Double.NaN, 1.0 / 0.0, -1.0 / 0.0,
            4503599627370496.5, 9007199254740993.0, 0.1, 0.2, 0.3, 1.0 / 3, 100.0, 123456789.125, 1.5, 2.5, -2.5,
        };
        for (int i = 0; i < 400; i++) {
            double a = i < edges.length ? edges[i] : anyDouble();
            double b = anyDouble();
            long bits = Double.doubleToRawLongBits(a);
            show("bits " + bits, () -> Double.doubleToLongBits(-a) + " " + Double.hashCode(a) + " " + Double.isNaN(a)
                + " " + Double.isInfinite(a) + " " + Double.isFinite(a));
            show("back " + bits, () -> Double.doubleToLongBits(Double.longBitsToDouble(bits)));
            show("compare " + bits, () -> Double.compare(a, b) + " " + Double.compare(a, -0.0));
            show("floor " + bits, () -> Double.doubleToLongBits(Math.floor(a)) + " "
                + Double.doubleToLongBits(Math.ceil(a)) + " " + Double.doubleToLongBits(Math.rint(a)) + " "
                + Math.round(a));
            show("sqrt " + bits, () -> Double.doubleToLongBits(Math.sqrt(a)));
            show("Math " + bits, () -> Double.doubleToLongBits(Math.abs(a)) + " " + Double.doubleToLongBits(Math.max(a, b))
                + " " + Double.doubleToLongBits(Math.min(a, b)) + " " + Double.doubleToLongBits(Math.ulp(a)) + " "
                + Double.doubleToLongBits(Math.nextUp(a)) + " " + Double.doubleToLongBits(Math.nextDown(a)) + " "
                + Double.doubleToLongBits(Math.signum(a)) + " " + Math.getExponent(a) + " "
                + Double.doubleToLongBits(Math.copySign(a, b)));
            show("angle " + bits, () -> Double.doubleToLongBits(Math.toRadians(a)));
            String text = Double.toString(a);
            show("parse " + bits, () -> Double.doubleToLongBits(Double.parseDouble(text)));
            if (printsShortest || i < 4) {
                out.println(bits + " as a text: " + text);
            }
        }
        for (int i = -10; i <= 10; i++) {
            int n = i;
            show("pow " + n, () -> Math.pow(n, 3) + Math.pow(n, 0) + Math.pow(n, 1) + Math.pow(2, n + 10));
        }
        String[] texts = {
            "1", "-1.5", "+.5", "5.", ".", "1e10", "1E-10", "1e", "e1", "1e+", "NaN", "-NaN", "Infinity", "-Infinity", "",
            " 7 ", "1f", "1.0d", "1x", "1e400", "1e-400", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
            "9007199254740993", "9007199254740992.99999999999999999999999", "0.000000000000000000000000000000001",
            "1.7976931348623159e308", "1e99999999999", "123456789012345678901234567890", "-", "--1", "3.4028236e38",
            "7.006492321624085e-46", "7.0064923216240853e-46", "7.1e-46",
        };
        for (String text : texts) {
            show("parseDouble " + text, () -> Double.doubleToLongBits(Double.parseDouble(text)));
            show("parseFloat " + text, () -> Float.floatToIntBits(Float.parseFloat(text)));
        }
    }
}
