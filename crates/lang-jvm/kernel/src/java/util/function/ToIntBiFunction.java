/** Model of java.util.function.ToIntBiFunction: a function of two arguments to int. */
package java.util.function;

@FunctionalInterface
public interface ToIntBiFunction<T, U> {
    int applyAsInt(T first, U second);
}
