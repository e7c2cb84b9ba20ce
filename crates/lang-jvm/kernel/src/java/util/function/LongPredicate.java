/** Model of java.util.function.LongPredicate: a condition on long. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface LongPredicate {
    boolean test(long argument);

    default LongPredicate and(final LongPredicate other) {
        Objects.requireNonNull(other);
        return new LongPredicate() {
            @Override
            public boolean test(long argument) {
                return LongPredicate.this.test(argument) && other.test(argument);
            }
        };
    }

    default LongPredicate or(final LongPredicate other) {
        Objects.requireNonNull(other);
        return new LongPredicate() {
            @Override
            public boolean test(long argument) {
                return LongPredicate.this.test(argument) || other.test(argument);
            }
        };
    }

    default LongPredicate negate() {
        return new LongPredicate() {
            @Override
            public boolean test(long argument) {
                return !LongPredicate.this.test(argument);
            }
        };
    }
}
