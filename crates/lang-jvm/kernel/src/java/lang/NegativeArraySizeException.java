/** Model of java.lang.NegativeArraySizeException: thrown by a new array of negative length. */
package java.lang;

public class NegativeArraySizeException extends RuntimeException {
    public NegativeArraySizeException() {
    }

    public NegativeArraySizeException(String message) {
        super(message);
    }
}
