/** Model of java.lang.Object. The natives are answered by the lowering. */
package java.lang;

public class Object {
    public Object() {
    }

    public final native Class<?> getClass();

    public native int hashCode();

    public boolean equals(Object other) {
        return this == other;
    }

    protected native Object clone() throws CloneNotSupportedException;

    public String toString() {
        return getClass().getName().concat("@").concat(Integer.toHexString(hashCode()));
    }

    public final native void notify();

    public final native void notifyAll();

    public final void wait() throws InterruptedException {
        wait(0L);
    }

    public final native void wait(long milliseconds) throws InterruptedException;

    public final void wait(long milliseconds, int nanoseconds) throws InterruptedException {
        wait(milliseconds);
    }

    protected void finalize() throws Throwable {
    }
}
