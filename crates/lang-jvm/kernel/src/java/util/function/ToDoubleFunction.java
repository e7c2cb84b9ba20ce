/** Model of java.util.function.ToDoubleFunction: a function to double. */
package java.util.function;

@FunctionalInterface
public interface ToDoubleFunction<T> {
    double applyAsDouble(T argument);
}
