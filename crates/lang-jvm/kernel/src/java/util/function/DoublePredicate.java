/** Model of java.util.function.DoublePredicate: a condition on double. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface DoublePredicate {
    boolean test(double argument);

    default DoublePredicate and(final DoublePredicate other) {
        Objects.requireNonNull(other);
        return new DoublePredicate() {
            @Override
            public boolean test(double argument) {
                return DoublePredicate.this.test(argument) && other.test(argument);
            }
        };
    }

    default DoublePredicate or(final DoublePredicate other) {
        Objects.requireNonNull(other);
        return new DoublePredicate() {
            @Override
            public boolean test(double argument) {
                return DoublePredicate.this.test(argument) || other.test(argument);
            }
        };
    }

    default DoublePredicate negate() {
        return new DoublePredicate() {
            @Override
            public boolean test(double argument) {
                return !DoublePredicate.this.test(argument);
            }
        };
    }
}
