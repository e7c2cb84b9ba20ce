/** Model of java.lang.StringBuffer: a text that grows; its locks do nothing in a sequential program. */
package java.lang;

import java.io.Serializable;

public final class StringBuffer implements Appendable, CharSequence, Comparable<StringBuffer>, Serializable {
    private static final int FIRST_CAPACITY = 16;

    private char[] value;
    private int count;

    public StringBuffer() {
        this.value = new char[FIRST_CAPACITY];
    }

    public StringBuffer(int capacity) {
        this.value = new char[capacity];
    }

    public StringBuffer(String text) {
        this.value = new char[text.length() + FIRST_CAPACITY];
        append(text);
    }

    public StringBuffer(CharSequence text) {
        this(text.toString());
    }

    @Override
    public int length() {
        return count;
    }

    public int capacity() {
        return value.length;
    }

    public void ensureCapacity(int capacity) {
        if (capacity > value.length) {
            char[] larger = new char[Math.max(capacity, 2 * value.length + 2)];
            copy(value, 0, larger, 0, count);
            value = larger;
        }
    }

    private static void copy(char[] source, int from, char[] target, int to, int length) {
        for (int i = 0; i < length; i++) {
            target[to + i] = source[from + i];
        }
    }

    public void trimToSize() {
        char[] exact = new char[count];
        copy(value, 0, exact, 0, count);
        value = exact;
    }

    @Override
    public char charAt(int index) {
        checkIndex(index);
        return value[index];
    }

    private void checkIndex(int index) {
        if (index < 0 || index >= count) {
            throw new StringIndexOutOfBoundsException(
                "index ".concat(String.valueOf(index)).concat(",length ").concat(String.valueOf(count)));
        }
    }

    public void setCharAt(int index, char c) {
        checkIndex(index);
        value[index] = c;
    }

    public void setLength(int length) {
        if (length < 0) {
            throw new StringIndexOutOfBoundsException(length);
        }
        ensureCapacity(length);
        for (int i = count; i < length; i++) {
            value[i] = '\0';
        }
        count = length;
    }

    public StringBuffer append(String text) {
        String shown = text == null ? "null" : text;
        int length = shown.length();
        ensureCapacity(count + length);
        shown.getChars(0, length, value, count);
        count += length;
        return this;
    }

    @Override
    public StringBuffer append(char c) {
        ensureCapacity(count + 1);
        value[count++] = c;
        return this;
    }

    public StringBuffer append(char[] chars) {
        return append(chars, 0, chars.length);
    }

    public StringBuffer append(char[] chars, int offset, int length) {
        Bounds.checkRange(offset, offset + length, chars.length);
        ensureCapacity(count + length);
        copy(chars, offset, value, count, length);
        count += length;
        return this;
    }

    @Override
    public StringBuffer append(CharSequence text) {
        return append(String.valueOf(text));
    }

    public StringBuffer append(StringBuffer text) {
        return append(String.valueOf(text));
    }

    @Override
    public StringBuffer append(CharSequence text, int start, int end) {
        CharSequence shown = text == null ? "null" : text;
        Bounds.checkStartEnd(start, end, shown.length());
        ensureCapacity(count + end - start);
        for (int i = start; i < end; i++) {
            value[count++] = shown.charAt(i);
        }
        return this;
    }

    public StringBuffer appendCodePoint(int codePoint) {
        return append(Character.toChars(codePoint));
    }

    public StringBuffer append(boolean value) {
        return append(String.valueOf(value));
    }

    public StringBuffer append(int value) {
        return append(String.valueOf(value));
    }

    public StringBuffer append(long value) {
        return append(String.valueOf(value));
    }

    public StringBuffer append(float value) {
        return append(String.valueOf(value));
    }

    public StringBuffer append(double value) {
        return append(String.valueOf(value));
    }

    public StringBuffer append(Object value) {
        return append(String.valueOf(value));
    }

    public StringBuffer insert(int offset, String text) {
        Bounds.checkOffset(offset, count);
        String shown = text == null ? "null" : text;
        int length = shown.length();
        ensureCapacity(count + length);
        for (int i = count - 1; i >= offset; i--) {
            value[i + length] = value[i];
        }
        shown.getChars(0, length, value, offset);
        count += length;
        return this;
    }

    public StringBuffer insert(int offset, CharSequence text) {
        return insert(offset, String.valueOf(text));
    }

    public StringBuffer insert(int offset, boolean value) {
        return insert(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, char value) {
        return insert(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, int value) {
        return insert(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, long value) {
        return insert(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, float value) {
        return insert(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, double value) {
        return insert(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, Object value) {
        return insert(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, char[] value) {
        return insert(offset, String.valueOf(value));
    }

    /** An end beyond the text counts as its end. */
    public StringBuffer delete(int start, int end) {
        int stop = Math.min(end, count);
        Bounds.checkStartEnd(start, stop, count);
        for (int i = stop; i < count; i++) {
            value[start + i - stop] = value[i];
        }
        count -= stop - start;
        return this;
    }

    public StringBuffer deleteCharAt(int index) {
        checkIndex(index);
        return delete(index, index + 1);
    }

    public StringBuffer replace(int start, int end, String text) {
        int stop = Math.min(end, count);
        Bounds.checkStartEnd(start, stop, count);
        String rest = substring(stop);
        count = start;
        return append(text.toString()).append(rest);
    }

    public StringBuffer reverse() {
        for (int i = 0, j = count - 1; i < j; i++, j--) {
            char c = value[i];
            value[i] = value[j];
            value[j] = c;
        }
        restoreSurrogates();
        return this;
    }

    /** Two chars of one code point stay in their order. */
    private void restoreSurrogates() {
        for (int i = 0; i + 1 < count; i++) {
            char low = value[i];
            char high = value[i + 1];
            if (Character.isLowSurrogate(low) && Character.isHighSurrogate(high)) {
                value[i++] = high;
                value[i] = low;
            }
        }
    }

    public int indexOf(String part) {
        return toString().indexOf(part);
    }

    public int indexOf(String part, int from) {
        return toString().indexOf(part, from);
    }

    public int lastIndexOf(String part) {
        return toString().lastIndexOf(part);
    }

    public int lastIndexOf(String part, int from) {
        return toString().lastIndexOf(part, from);
    }

    public String substring(int start) {
        return substring(start, count);
    }

    public String substring(int start, int end) {
        Bounds.checkStartEnd(start, end, count);
        return new String(value, start, end - start);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    public void getChars(int begin, int end, char[] target, int to) {
        Bounds.checkStartEnd(begin, end, count);
        Bounds.checkRange(to, to + (end - begin), target.length);
        copy(value, begin, target, to, end - begin);
    }

    @Override
    public int compareTo(StringBuffer other) {
        return CharSequence.compare(this, other);
    }

    @Override
    public String toString() {
        return new String(value, 0, count);
    }
}
