/** Model of java.util.function.LongToDoubleFunction: a function from long to double. */
package java.util.function;

@FunctionalInterface
public interface LongToDoubleFunction {
    double applyAsDouble(long argument);
}
