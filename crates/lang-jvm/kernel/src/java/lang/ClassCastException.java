/** Model of java.lang.ClassCastException: thrown by a failed cast. */
package java.lang;

public class ClassCastException extends RuntimeException {
    public ClassCastException() {
    }

    public ClassCastException(String message) {
        super(message);
    }
}
