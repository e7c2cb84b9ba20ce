/**
 * Model of java.lang.Throwable: message, cause and suppressed exceptions. Stack traces are not modelled: an execution
 * has its own, and a program that asks for one gets an empty array.
 */
package java.lang;

import java.io.PrintStream;
import java.io.Serializable;

public class Throwable implements Serializable {
    private static final int FIRST_CAPACITY = 2;

    private final String message;
    private final boolean suppresses;
    private Throwable cause;
    private boolean causeIsKnown;
    private Throwable[] suppressed;
    private int suppressedCount;

    public Throwable() {
        this.message = null;
        this.suppresses = true;
    }

    public Throwable(String message) {
        this.message = message;
        this.suppresses = true;
    }

    public Throwable(String message, Throwable cause) {
        this(message, cause, true, true);
    }

    public Throwable(Throwable cause) {
        this(cause == null ? null : cause.toString(), cause, true, true);
    }

    protected Throwable(String message, Throwable cause, boolean suppression, boolean writableTrace) {
        this.message = message;
        this.suppresses = suppression;
        this.cause = cause;
        this.causeIsKnown = true;
    }

    public String getMessage() {
        return message;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public synchronized Throwable getCause() {
        return cause;
    }

    public synchronized Throwable initCause(Throwable cause) {
        if (causeIsKnown) {
            String text = cause == null ? "a null" : cause.toString();
            throw new IllegalStateException("Can't overwrite cause with ".concat(text), this);
        }
        if (cause == this) {
            throw new IllegalArgumentException("Self-causation not permitted", this);
        }
        this.cause = cause;
        this.causeIsKnown = true;
        return this;
    }

    public final synchronized void addSuppressed(Throwable exception) {
        if (exception == this) {
            throw new IllegalArgumentException("Self-suppression not permitted", exception);
        }
        if (exception == null) {
            throw new NullPointerException("Cannot suppress a null exception.");
        }
        if (suppresses) {
            makeRoom();
            suppressed[suppressedCount++] = exception;
        }
    }

    private void makeRoom() {
        if (suppressed == null) {
            suppressed = new Throwable[FIRST_CAPACITY];
        } else if (suppressedCount == suppressed.length) {
            Throwable[] larger = new Throwable[2 * suppressedCount];
            for (int i = 0; i < suppressedCount; i++) {
                larger[i] = suppressed[i];
            }
            suppressed = larger;
        }
    }

    public final synchronized Throwable[] getSuppressed() {
        Throwable[] copy = new Throwable[suppressedCount];
        for (int i = 0; i < suppressedCount; i++) {
            copy[i] = suppressed[i];
        }
        return copy;
    }

    @Override
    public String toString() {
        String name = getClass().getName();
        String text = getLocalizedMessage();
        return text == null ? name : name.concat(": ").concat(text);
    }

    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    public StackTraceElement[] getStackTrace() {
        return new StackTraceElement[0];
    }

    public void setStackTrace(StackTraceElement[] trace) {
        for (int i = 0; i < trace.length; i++) {
            if (trace[i] == null) {
                throw new NullPointerException("stackTrace[".concat(String.valueOf(i)).concat("]"));
            }
        }
    }

    public void printStackTrace() {
        printStackTrace(System.err);
    }

    /** Prints this exception and its causes, without the places that they came from. */
    public void printStackTrace(PrintStream stream) {
        stream.println(toString());
        for (Throwable next = getCause(); next != null; next = next.getCause()) {
            stream.println("Caused by: ".concat(next.toString()));
        }
    }
}
