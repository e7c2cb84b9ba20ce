/** Model of java.util.function.ToIntFunction: a function to int. */
package java.util.function;

@FunctionalInterface
public interface ToIntFunction<T> {
    int applyAsInt(T argument);
}
