/** Model of java.util.function.ToLongBiFunction: a function of two arguments to long. */
package java.util.function;

@FunctionalInterface
public interface ToLongBiFunction<T, U> {
    long applyAsLong(T first, U second);
}
