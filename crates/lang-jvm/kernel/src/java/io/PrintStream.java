/**
 * Model of java.io.PrintStream: the two standard streams. What is printed goes through one native, char by char, whose
 * calls are the output of an execution.
 */
package java.io;

public class PrintStream implements Appendable, Closeable, Flushable {
    private static final int OUTPUT = 1;
    private static final int ERRORS = 2;

    private final int stream;

    private PrintStream(int stream) {
        this.stream = stream;
    }

    public static PrintStream standardOutput() {
        return new PrintStream(OUTPUT);
    }

    public static PrintStream standardError() {
        return new PrintStream(ERRORS);
    }

    private static native void put(int stream, char c);

    private void write(String text) {
        for (int i = 0; i < text.length(); i++) {
            put(stream, text.charAt(i));
        }
    }

    public void println() {
        put(stream, '\n');
    }

    public void print(boolean value) {
        write(String.valueOf(value));
    }

    public void println(boolean value) {
        print(value);
        println();
    }

    public void print(char value) {
        put(stream, value);
    }

    public void println(char value) {
        put(stream, value);
        println();
    }

    public void print(int value) {
        write(String.valueOf(value));
    }

    public void println(int value) {
        print(value);
        println();
    }

    public void print(long value) {
        write(String.valueOf(value));
    }

    public void println(long value) {
        print(value);
        println();
    }

    public void print(float value) {
        write(String.valueOf(value));
    }

    public void println(float value) {
        print(value);
        println();
    }

    public void print(double value) {
        write(String.valueOf(value));
    }

    public void println(double value) {
        print(value);
        println();
    }

    public void print(char[] text) {
        write(String.valueOf(text));
    }

    public void println(char[] text) {
        print(text);
        println();
    }

    public void print(String text) {
        write(text == null ? "null" : text);
    }

    public void println(String text) {
        print(text);
        println();
    }

    public void print(Object value) {
        write(String.valueOf(value));
    }

    public void println(Object value) {
        print(value);
        println();
    }

    @Override
    public PrintStream append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    @Override
    public PrintStream append(CharSequence text, int start, int end) {
        CharSequence whole = text == null ? "null" : text;
        return append(whole.subSequence(start, end));
    }

    @Override
    public PrintStream append(char c) {
        print(c);
        return this;
    }

    public void write(int b) {
        put(stream, (char) (b & 0xff));
    }

    @Override
    public void flush() {
    }

    @Override
    public void close() {
    }
}
