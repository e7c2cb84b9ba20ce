/** Model of java.util.function.DoubleToLongFunction: a function from double to long. */
package java.util.function;

@FunctionalInterface
public interface DoubleToLongFunction {
    long applyAsLong(double argument);
}
