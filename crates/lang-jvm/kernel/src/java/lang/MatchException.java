/** Model of java.lang.MatchException: thrown by an exhaustive switch without a case for the value. */
package java.lang;

public class MatchException extends RuntimeException {
    public MatchException(String message, Throwable cause) {
        super(message, cause);
    }
}
