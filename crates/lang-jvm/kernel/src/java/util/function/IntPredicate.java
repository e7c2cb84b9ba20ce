/** Model of java.util.function.IntPredicate: a condition on int. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface IntPredicate {
    boolean test(int argument);

    default IntPredicate and(final IntPredicate other) {
        Objects.requireNonNull(other);
        return new IntPredicate() {
            @Override
            public boolean test(int argument) {
                return IntPredicate.this.test(argument) && other.test(argument);
            }
        };
    }

    default IntPredicate or(final IntPredicate other) {
        Objects.requireNonNull(other);
        return new IntPredicate() {
            @Override
            public boolean test(int argument) {
                return IntPredicate.this.test(argument) || other.test(argument);
            }
        };
    }

    default IntPredicate negate() {
        return new IntPredicate() {
            @Override
            public boolean test(int argument) {
                return !IntPredicate.this.test(argument);
            }
        };
    }
}
