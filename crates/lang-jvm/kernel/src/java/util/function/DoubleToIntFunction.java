/** Model of java.util.function.DoubleToIntFunction: a function from double to int. */
package java.util.function;

@FunctionalInterface
public interface DoubleToIntFunction {
    int applyAsInt(double argument);
}
