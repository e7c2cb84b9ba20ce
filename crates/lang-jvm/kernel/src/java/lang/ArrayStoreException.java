/** Model of java.lang.ArrayStoreException: thrown by a store into an array of another element type. */
package java.lang;

public class ArrayStoreException extends RuntimeException {
    public ArrayStoreException() {
    }

    public ArrayStoreException(String message) {
        super(message);
    }
}
