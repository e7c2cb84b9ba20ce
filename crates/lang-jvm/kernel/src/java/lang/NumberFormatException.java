/** Model of java.lang.NumberFormatException: thrown where a text is no number. */
package java.lang;

public class NumberFormatException extends IllegalArgumentException {
    public NumberFormatException() {
    }

    public NumberFormatException(String message) {
        super(message);
    }
}
