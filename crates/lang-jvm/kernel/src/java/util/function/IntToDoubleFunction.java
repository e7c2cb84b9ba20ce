/** Model of java.util.function.IntToDoubleFunction: a function from int to double. */
package java.util.function;

@FunctionalInterface
public interface IntToDoubleFunction {
    double applyAsDouble(int argument);
}
