/**
 * Model of java.lang.String over an array of chars. Left out: formats, regular expressions beyond plain separators,
 * bytes and charsets, streams. Case is exact for Latin-1.
 */
package java.lang;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Iterator;

public final class String implements Comparable<String>, CharSequence, Serializable {
    public static final Comparator<String> CASE_INSENSITIVE_ORDER = new IgnoringCase();

    private final char[] value;
    private int hash;

    static final class IgnoringCase implements Comparator<String>, Serializable {
        @Override
        public int compare(String left, String right) {
            return left.compareToIgnoreCase(right);
        }
    }

    public String() {
        this.value = new char[0];
    }

    public String(String original) {
        this.value = original.value;
        this.hash = original.hash;
    }

    public String(char[] chars) {
        this(chars, 0, chars.length);
    }

    public String(char[] chars, int offset, int count) {
        Bounds.checkOffsetCount(offset, count, chars.length);
        this.value = new char[count];
        for (int i = 0; i < count; i++) {
            this.value[i] = chars[offset + i];
        }
    }

    public String(StringBuilder builder) {
        this(builder.toString());
    }

    public String(StringBuffer buffer) {
        this(buffer.toString());
    }

    /** Keeps the array; the second parameter only tells this constructor from the public one. */
    private String(char[] owned, Void marker) {
        this.value = owned;
    }

    /** A text over this very array, which nothing else may write. */
    static String literal(char[] owned) {
        return new String(owned, null);
    }

    @Override
    public int length() {
        return value.length;
    }

    @Override
    public boolean isEmpty() {
        return value.length == 0;
    }

    @Override
    public char charAt(int index) {
        if (index < 0 || index >= value.length) {
            throw new StringIndexOutOfBoundsException(index);
        }
        return value[index];
    }

    public int codePointAt(int index) {
        Bounds.checkIndex(index, value.length);
        char high = value[index];
        if (Character.isHighSurrogate(high) && index + 1 < value.length) {
            char low = value[index + 1];
            if (Character.isLowSurrogate(low)) {
                return Character.toCodePoint(high, low);
            }
        }
        return high;
    }

    public void getChars(int begin, int end, char[] target, int to) {
        Bounds.checkRange(begin, end, value.length);
        if (to < 0 || to > target.length - (end - begin)) {
            throw new ArrayIndexOutOfBoundsException();
        }
        for (int i = begin; i < end; i++) {
            target[to + i - begin] = value[i];
        }
    }

    public char[] toCharArray() {
        char[] copy = new char[value.length];
        getChars(0, value.length, copy, 0);
        return copy;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof String && sameChars(value, ((String) other).value);
    }

    private static boolean sameChars(char[] left, char[] right) {
        if (left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) {
                return false;
            }
        }
        return true;
    }

    public boolean equalsIgnoreCase(String other) {
        return other != null && other.length() == length() && compareToIgnoreCase(other) == 0;
    }

    public boolean contentEquals(CharSequence other) {
        return equals(other.toString());
    }

    public boolean contentEquals(StringBuffer other) {
        return equals(other.toString());
    }

    @Override
    public int hashCode() {
        int sum = hash;
        if (sum == 0) {
            for (int i = 0; i < value.length; i++) {
                sum = 31 * sum + value[i];
            }
            hash = sum;
        }
        return sum;
    }

    @Override
    public int compareTo(String other) {
        int shared = Math.min(value.length, other.value.length);
        for (int i = 0; i < shared; i++) {
            if (value[i] != other.value[i]) {
                return value[i] - other.value[i];
            }
        }
        return value.length - other.value.length;
    }

    public int compareToIgnoreCase(String other) {
        int shared = Math.min(value.length, other.value.length);
        for (int i = 0; i < shared; i++) {
            char left = foldCase(value[i]);
            char right = foldCase(other.value[i]);
            if (left != right) {
                return left - right;
            }
        }
        return value.length - other.value.length;
    }

    private static char foldCase(char c) {
        return Character.toLowerCase(Character.toUpperCase(c));
    }

    public boolean regionMatches(int offset, String other, int otherOffset, int count) {
        return regionMatches(false, offset, other, otherOffset, count);
    }

    public boolean regionMatches(boolean ignoreCase, int offset, String other, int otherOffset, int count) {
        boolean inside = offset >= 0 && otherOffset >= 0
            && offset <= (long) value.length - count && otherOffset <= (long) other.value.length - count;
        if (!inside) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            char left = value[offset + i];
            char right = other.value[otherOffset + i];
            if (left != right && !(ignoreCase && foldCase(left) == foldCase(right))) {
                return false;
            }
        }
        return true;
    }

    public boolean startsWith(String prefix) {
        return startsWith(prefix, 0);
    }

    public boolean startsWith(String prefix, int offset) {
        return regionMatches(offset, prefix, 0, prefix.value.length);
    }

    public boolean endsWith(String suffix) {
        return startsWith(suffix, value.length - suffix.value.length);
    }

    public boolean contains(CharSequence part) {
        return indexOf(part.toString()) >= 0;
    }

    public int indexOf(int c) {
        return indexOf(c, 0);
    }

    public int indexOf(int c, int from) {
        if (Character.isSupplementaryCodePoint(c)) {
            return indexOf(String.valueOf(Character.toChars(c)), from);
        }
        for (int i = Math.max(from, 0); i < value.length; i++) {
            if (value[i] == c) {
                return i;
            }
        }
        return -1;
    }

    public int indexOf(String part) {
        return indexOf(part, 0);
    }

    public int indexOf(String part, int from) {
        int last = value.length - part.value.length;
        for (int i = Math.max(Math.min(from, value.length), 0); i <= last; i++) {
            if (startsWith(part, i)) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(int c) {
        return lastIndexOf(c, value.length - 1);
    }

    public int lastIndexOf(int c, int from) {
        if (Character.isSupplementaryCodePoint(c)) {
            return lastIndexOf(String.valueOf(Character.toChars(c)), from);
        }
        for (int i = Math.min(from, value.length - 1); i >= 0; i--) {
            if (value[i] == c) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(String part) {
        return lastIndexOf(part, value.length);
    }

    public int lastIndexOf(String part, int from) {
        for (int i = Math.min(from, value.length - part.value.length); i >= 0; i--) {
            if (startsWith(part, i)) {
                return i;
            }
        }
        return -1;
    }

    public String substring(int begin) {
        if (begin < 0) {
            throw new StringIndexOutOfBoundsException(begin);
        }
        if (begin > value.length) {
            throw new StringIndexOutOfBoundsException(value.length - begin);
        }
        return substring(begin, value.length);
    }

    public String substring(int begin, int end) {
        Bounds.checkRange(begin, end, value.length);
        if (begin == 0 && end == value.length) {
            return this;
        }
        return new String(value, begin, end - begin);
    }

    @Override
    public CharSequence subSequence(int begin, int end) {
        return substring(begin, end);
    }

    public String concat(String other) {
        if (other.isEmpty()) {
            return this;
        }
        char[] both = new char[value.length + other.value.length];
        getChars(0, value.length, both, 0);
        other.getChars(0, other.value.length, both, value.length);
        return new String(both, null);
    }

    public String replace(char old, char replacement) {
        if (old == replacement || indexOf(old) < 0) {
            return this;
        }
        char[] replaced = new char[value.length];
        for (int i = 0; i < value.length; i++) {
            replaced[i] = value[i] == old ? replacement : value[i];
        }
        return new String(replaced, null);
    }

    public String replace(CharSequence old, CharSequence replacement) {
        String from = old.toString();
        String to = replacement.toString();
        int next = indexOf(from);
        if (next < 0) {
            return this;
        }
        StringBuilder built = new StringBuilder();
        int done = 0;
        while (next >= 0) {
            built.append(this, done, next).append(to);
            done = next + from.length();
            if (from.isEmpty()) {
                if (next == length()) {
                    break;
                }
                built.append(charAt(next));
                done = next + 1;
            }
            next = indexOf(from, done);
        }
        if (done < length()) {
            built.append(this, done, length());
        }
        return built.toString();
    }

    public String trim() {
        int begin = 0;
        int end = value.length;
        while (begin < end && value[begin] <= ' ') {
            begin++;
        }
        while (begin < end && value[end - 1] <= ' ') {
            end--;
        }
        return substring(begin, end);
    }

    private int firstNotWhite() {
        int begin = 0;
        while (begin < value.length && Character.isWhitespace(value[begin])) {
            begin++;
        }
        return begin;
    }

    private int afterLastNotWhite(int begin) {
        int end = value.length;
        while (begin < end && Character.isWhitespace(value[end - 1])) {
            end--;
        }
        return end;
    }

    public String strip() {
        int begin = firstNotWhite();
        return substring(begin, afterLastNotWhite(begin));
    }

    public String stripLeading() {
        return substring(firstNotWhite(), value.length);
    }

    public String stripTrailing() {
        return substring(0, afterLastNotWhite(0));
    }

    public boolean isBlank() {
        return firstNotWhite() == value.length;
    }

    public String repeat(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count is negative: ".concat(Integer.toString(count)));
        }
        if (count == 1) {
            return this;
        }
        char[] repeated = new char[value.length * count];
        for (int i = 0; i < count; i++) {
            getChars(0, value.length, repeated, i * value.length);
        }
        return new String(repeated, null);
    }

    public String toLowerCase() {
        char[] lower = new char[value.length];
        boolean same = true;
        for (int i = 0; i < value.length; i++) {
            lower[i] = Character.toLowerCase(value[i]);
            same &= lower[i] == value[i];
        }
        return same ? this : new String(lower, null);
    }

    /** The one letter of Latin-1 that becomes two is the German sharp s. */
    public String toUpperCase() {
        StringBuilder upper = new StringBuilder();
        boolean same = true;
        for (int i = 0; i < value.length; i++) {
            if (value[i] == '\u00df') {
                upper.append('S').append('S');
                same = false;
            } else {
                char c = Character.toUpperCase(value[i]);
                upper.append(c);
                same &= c == value[i];
            }
        }
        return same ? this : upper.toString();
    }

    public String[] split(String separator) {
        return split(separator, 0);
    }

    public String[] split(String separator, int limit) {
        char c = plainSeparator(separator);
        if (c == 0) {
            return splitByPattern(separator, limit);
        }
        String[] parts = new String[limit > 0 ? Math.min(limit, count(c) + 1) : count(c) + 1];
        int done = 0;
        for (int i = 0; i < parts.length - 1; i++) {
            int next = indexOf(c, done);
            parts[i] = substring(done, next);
            done = next + 1;
        }
        parts[parts.length - 1] = substring(done, value.length);
        return limit == 0 ? withoutTrailingEmpty(parts) : parts;
    }

    /** The one char that a separator means, or 0 if it needs regular expressions. */
    private static char plainSeparator(String separator) {
        boolean escaped = separator.length() == 2 && separator.charAt(0) == '\\';
        if (separator.length() != 1 && !escaped) {
            return 0;
        }
        char c = separator.charAt(separator.length() - 1);
        boolean special = isPatternSign(c);
        boolean plain = escaped ? special : !special;
        return plain ? c : 0;
    }

    private static boolean isPatternSign(char c) {
        switch (c) {
            case '.': case '$': case '|': case '(': case ')': case '[': case '{': case '^': case '?': case '*':
            case '+': case '\\':
                return true;
            default:
                return false;
        }
    }

    private native String[] splitByPattern(String pattern, int limit);

    private int count(char c) {
        int found = 0;
        for (int i = 0; i < value.length; i++) {
            if (value[i] == c) {
                found++;
            }
        }
        return found;
    }

    /** A text without a separator is a part of itself even if it is empty. */
    private static String[] withoutTrailingEmpty(String[] parts) {
        int kept = parts.length;
        while (kept > 0 && parts[kept - 1].isEmpty() && parts.length > 1) {
            kept--;
        }
        String[] shorter = new String[kept];
        for (int i = 0; i < kept; i++) {
            shorter[i] = parts[i];
        }
        return shorter;
    }

    public static String join(CharSequence separator, CharSequence... parts) {
        StringBuilder joined = new StringBuilder();
        String between = separator.toString();
        for (int i = 0; i < parts.length; i++) {
            if (i > 0) {
                joined.append(between);
            }
            joined.append(parts[i]);
        }
        return joined.toString();
    }

    public static String join(CharSequence separator, Iterable<? extends CharSequence> parts) {
        StringBuilder joined = new StringBuilder();
        String between = separator.toString();
        Iterator<? extends CharSequence> next = parts.iterator();
        while (next.hasNext()) {
            joined.append(next.next());
            if (next.hasNext()) {
                joined.append(between);
            }
        }
        return joined.toString();
    }

    @Override
    public String toString() {
        return this;
    }

    /** The lowering looks through the constants of the program; what is none of them is pooled. */
    public native String intern();

    /** Texts that were interned and are no constants. */
    static final class Pool {
        static String[] texts = new String[4];
        static int count;
    }

    static String pooled(String text) {
        for (int i = 0; i < Pool.count; i++) {
            if (Pool.texts[i].equals(text)) {
                return Pool.texts[i];
            }
        }
        if (Pool.count == Pool.texts.length) {
            String[] larger = new String[2 * Pool.count];
            System.arraycopy(Pool.texts, 0, larger, 0, Pool.count);
            Pool.texts = larger;
        }
        Pool.texts[Pool.count++] = text;
        return text;
    }

    public native boolean matches(String pattern);

    public native String replaceAll(String pattern, String replacement);

    public native String replaceFirst(String pattern, String replacement);

    public static native String format(String format, Object... arguments);

    public native String formatted(Object... arguments);

    public static String valueOf(Object object) {
        return object == null ? "null" : object.toString();
    }

    public static String valueOf(char[] chars) {
        return new String(chars);
    }

    public static String valueOf(char[] chars, int offset, int count) {
        return new String(chars, offset, count);
    }

    public static String copyValueOf(char[] chars) {
        return new String(chars);
    }

    public static String copyValueOf(char[] chars, int offset, int count) {
        return new String(chars, offset, count);
    }

    public static String valueOf(boolean value) {
        return value ? "true" : "false";
    }

    public static String valueOf(char value) {
        return new String(new char[] {value}, null);
    }

    public static String valueOf(int value) {
        return Integer.toString(value);
    }

    public static String valueOf(long value) {
        return Long.toString(value);
    }

    public static String valueOf(float value) {
        return Float.toString(value);
    }

    public static String valueOf(double value) {
        return Double.toString(value);
    }
}
