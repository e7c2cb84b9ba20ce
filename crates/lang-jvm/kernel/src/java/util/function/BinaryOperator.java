/** Model of java.util.function.BinaryOperator: a function of two values of a type to a value of that type. */
package java.util.function;

import java.util.Comparator;
import java.util.Objects;

@FunctionalInterface
public interface BinaryOperator<T> extends BiFunction<T, T, T> {
    static <T> BinaryOperator<T> minBy(final Comparator<? super T> order) {
        Objects.requireNonNull(order);
        return new BinaryOperator<T>() {
            @Override
            public T apply(T left, T right) {
                return order.compare(left, right) <= 0 ? left : right;
            }
        };
    }

    static <T> BinaryOperator<T> maxBy(final Comparator<? super T> order) {
        Objects.requireNonNull(order);
        return new BinaryOperator<T>() {
            @Override
            public T apply(T left, T right) {
                return order.compare(left, right) >= 0 ? left : right;
            }
        };
    }
}
