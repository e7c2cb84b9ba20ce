/** Model of java.util.function.BiPredicate: a condition on two arguments. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface BiPredicate<T, U> {
    boolean test(T first, U second);

    default BiPredicate<T, U> and(final BiPredicate<? super T, ? super U> other) {
        Objects.requireNonNull(other);
        return new BiPredicate<T, U>() {
            @Override
            public boolean test(T first, U second) {
                return BiPredicate.this.test(first, second) && other.test(first, second);
            }
        };
    }

    default BiPredicate<T, U> or(final BiPredicate<? super T, ? super U> other) {
        Objects.requireNonNull(other);
        return new BiPredicate<T, U>() {
            @Override
            public boolean test(T first, U second) {
                return BiPredicate.this.test(first, second) || other.test(first, second);
            }
        };
    }

    default BiPredicate<T, U> negate() {
        return new BiPredicate<T, U>() {
            @Override
            public boolean test(T first, U second) {
                return !BiPredicate.this.test(first, second);
            }
        };
    }
}
