/** Model of java.lang.Exception: what a caller may be expected to handle. */
package java.lang;

public class Exception extends Throwable {
    public Exception() {
    }

    public Exception(String message) {
        super(message);
    }

    public Exception(String message, Throwable cause) {
        super(message, cause);
    }

    public Exception(Throwable cause) {
        super(cause);
    }

    protected Exception(String message, Throwable cause, boolean suppression, boolean writableTrace) {
        super(message, cause, suppression, writableTrace);
    }
}
