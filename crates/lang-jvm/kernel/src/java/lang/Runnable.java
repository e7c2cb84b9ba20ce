/** Model of java.lang.Runnable. */
package java.lang;

@FunctionalInterface
public interface Runnable {
    void run();
}
