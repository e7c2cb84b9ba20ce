/** Model of java.util.function.IntBinaryOperator: a function of two int to int. */
package java.util.function;

@FunctionalInterface
public interface IntBinaryOperator {
    int applyAsInt(int left, int right);
}
