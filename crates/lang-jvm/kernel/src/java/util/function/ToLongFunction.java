/** Model of java.util.function.ToLongFunction: a function to long. */
package java.util.function;

@FunctionalInterface
public interface ToLongFunction<T> {
    long applyAsLong(T argument);
}
