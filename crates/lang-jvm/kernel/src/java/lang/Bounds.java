/** The exceptions of texts and lists for an index outside of them, worded as in JDK 17. */
package java.lang;

final class Bounds {
    private Bounds() {
    }

    static void checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw new StringIndexOutOfBoundsException(
                "index ".concat(Integer.toString(index)).concat(", length ").concat(Integer.toString(length)));
        }
    }

    static void checkOffset(int offset, int length) {
        if (offset < 0 || offset > length) {
            throw new StringIndexOutOfBoundsException(
                "offset ".concat(Integer.toString(offset)).concat(", length ").concat(Integer.toString(length)));
        }
    }

    static void checkRange(int begin, int end, int length) {
        if (begin < 0 || begin > end || end > length) {
            throw new StringIndexOutOfBoundsException(range("begin ", begin, ", end ", end, length));
        }
    }

    /** Like {@link #checkRange}, in the words of the builders. */
    static void checkStartEnd(int start, int end, int length) {
        if (start < 0 || start > end || end > length) {
            throw new StringIndexOutOfBoundsException(range("start ", start, ", end ", end, length));
        }
    }

    static void checkOffsetCount(int offset, int count, int length) {
        if (offset < 0 || count < 0 || offset > length - count) {
            throw new StringIndexOutOfBoundsException(range("offset ", offset, ", count ", count, length));
        }
    }

    private static String range(String first, int from, String second, int to, int length) {
        return first.concat(Integer.toString(from)).concat(second).concat(Integer.toString(to))
            .concat(", length ").concat(Integer.toString(length));
    }
}
