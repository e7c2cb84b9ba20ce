/** Model of java.util.function.Predicate: a condition on one argument. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface Predicate<T> {
    boolean test(T argument);

    default Predicate<T> and(final Predicate<? super T> other) {
        Objects.requireNonNull(other);
        return new Predicate<T>() {
            @Override
            public boolean test(T argument) {
                return Predicate.this.test(argument) && other.test(argument);
            }
        };
    }

    default Predicate<T> or(final Predicate<? super T> other) {
        Objects.requireNonNull(other);
        return new Predicate<T>() {
            @Override
            public boolean test(T argument) {
                return Predicate.this.test(argument) || other.test(argument);
            }
        };
    }

    default Predicate<T> negate() {
        return new Predicate<T>() {
            @Override
            public boolean test(T argument) {
                return !Predicate.this.test(argument);
            }
        };
    }

    static <T> Predicate<T> isEqual(final Object target) {
        return new Predicate<T>() {
            @Override
            public boolean test(T argument) {
                return Objects.equals(target, argument);
            }
        };
    }

    @SuppressWarnings("unchecked")
    static <T> Predicate<T> not(Predicate<? super T> target) {
        Objects.requireNonNull(target);
        return (Predicate<T>) target.negate();
    }
}
