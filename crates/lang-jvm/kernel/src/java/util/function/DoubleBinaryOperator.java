/** Model of java.util.function.DoubleBinaryOperator: a function of two double to double. */
package java.util.function;

@FunctionalInterface
public interface DoubleBinaryOperator {
    double applyAsDouble(double left, double right);
}
