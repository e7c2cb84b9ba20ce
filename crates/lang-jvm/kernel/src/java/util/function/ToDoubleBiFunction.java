/** Model of java.util.function.ToDoubleBiFunction: a function of two arguments to double. */
package java.util.function;

@FunctionalInterface
public interface ToDoubleBiFunction<T, U> {
    double applyAsDouble(T first, U second);
}
