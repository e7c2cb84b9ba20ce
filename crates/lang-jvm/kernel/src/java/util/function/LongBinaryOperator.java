/** Model of java.util.function.LongBinaryOperator: a function of two long to long. */
package java.util.function;

@FunctionalInterface
public interface LongBinaryOperator {
    long applyAsLong(long left, long right);
}
