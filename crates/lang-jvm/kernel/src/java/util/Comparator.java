/** Model of java.util.Comparator. */
package java.util;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

@FunctionalInterface
public interface Comparator<T> {
    int compare(T left, T right);

    boolean equals(Object other);

    default Comparator<T> reversed() {
        return Collections.reverseOrder(this);
    }

    default Comparator<T> thenComparing(final Comparator<? super T> other) {
        Objects.requireNonNull(other);
        return new Comparator<T>() {
            @Override
            public int compare(T left, T right) {
                int first = Comparator.this.compare(left, right);
                return first != 0 ? first : other.compare(left, right);
            }
        };
    }

    default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T, ? extends U> key) {
        return thenComparing(comparing(key));
    }

    default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        return thenComparing(comparing(key, order));
    }

    default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) {
        return thenComparing(comparingInt(key));
    }

    default Comparator<T> thenComparingLong(ToLongFunction<? super T> key) {
        return thenComparing(comparingLong(key));
    }

    default Comparator<T> thenComparingDouble(ToDoubleFunction<? super T> key) {
        return thenComparing(comparingDouble(key));
    }

    static <T extends Comparable<? super T>> Comparator<T> naturalOrder() {
        return new Comparator<T>() {
            @Override
            public int compare(T left, T right) {
                return left.compareTo(right);
            }

            @Override
            public Comparator<T> reversed() {
                return Comparator.reverseOrder();
            }
        };
    }

    static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
        return Collections.reverseOrder();
    }

    static <T, U extends Comparable<? super U>> Comparator<T> comparing(final Function<? super T, ? extends U> key) {
        Objects.requireNonNull(key);
        return new Comparator<T>() {
            @Override
            public int compare(T left, T right) {
                return key.apply(left).compareTo(key.apply(right));
            }
        };
    }

    static <T, U> Comparator<T> comparing(
        final Function<? super T, ? extends U> key, final Comparator<? super U> order) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(order);
        return new Comparator<T>() {
            @Override
            public int compare(T left, T right) {
                return order.compare(key.apply(left), key.apply(right));
            }
        };
    }

    static <T> Comparator<T> comparingInt(final ToIntFunction<? super T> key) {
        Objects.requireNonNull(key);
        return new Comparator<T>() {
            @Override
            public int compare(T left, T right) {
                return Integer.compare(key.applyAsInt(left), key.applyAsInt(right));
            }
        };
    }

    static <T> Comparator<T> comparingLong(final ToLongFunction<? super T> key) {
        Objects.requireNonNull(key);
        return new Comparator<T>() {
            @Override
            public int compare(T left, T right) {
                return Long.compare(key.applyAsLong(left), key.applyAsLong(right));
            }
        };
    }

    static <T> Comparator<T> comparingDouble(final ToDoubleFunction<? super T> key) {
        Objects.requireNonNull(key);
        return new Comparator<T>() {
            @Override
            public int compare(T left, T right) {
                return Double.compare(key.applyAsDouble(left), key.applyAsDouble(right));
            }
        };
    }

    static <T> Comparator<T> nullsFirst(Comparator<? super T> order) {
        return new NullsAtOneEnd<T>(-1, order);
    }

    static <T> Comparator<T> nullsLast(Comparator<? super T> order) {
        return new NullsAtOneEnd<T>(1, order);
    }
}
