/** Model of java.util.StringJoiner. */
package java.util;

public final class StringJoiner {
    private final String separator;
    private final String prefix;
    private final String suffix;
    private StringBuilder joined;
    private String whenEmpty;

    public StringJoiner(CharSequence separator) {
        this(separator, "", "");
    }

    public StringJoiner(CharSequence separator, CharSequence prefix, CharSequence suffix) {
        this.separator = separator.toString();
        this.prefix = prefix.toString();
        this.suffix = suffix.toString();
    }

    public StringJoiner setEmptyValue(CharSequence text) {
        this.whenEmpty = text.toString();
        return this;
    }

    public StringJoiner add(CharSequence text) {
        if (joined == null) {
            joined = new StringBuilder(prefix);
        } else {
            joined.append(separator);
        }
        joined.append(text);
        return this;
    }

    public int length() {
        return toString().length();
    }

    @Override
    public String toString() {
        if (joined == null) {
            return whenEmpty != null ? whenEmpty : prefix.concat(suffix);
        }
        return joined.toString().concat(suffix);
    }
}
