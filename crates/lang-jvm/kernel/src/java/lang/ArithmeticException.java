/** Model of java.lang.ArithmeticException: thrown by an integer division by zero. */
package java.lang;

public class ArithmeticException extends RuntimeException {
    public ArithmeticException() {
    }

    public ArithmeticException(String message) {
        super(message);
    }
}
