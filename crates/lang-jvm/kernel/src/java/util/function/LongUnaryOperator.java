/** Model of java.util.function.LongUnaryOperator: a function from long to long. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface LongUnaryOperator {
    long applyAsLong(long argument);

    default LongUnaryOperator compose(final LongUnaryOperator before) {
        Objects.requireNonNull(before);
        return new LongUnaryOperator() {
            @Override
            public long applyAsLong(long argument) {
                return LongUnaryOperator.this.applyAsLong(before.applyAsLong(argument));
            }
        };
    }

    default LongUnaryOperator andThen(final LongUnaryOperator after) {
        Objects.requireNonNull(after);
        return new LongUnaryOperator() {
            @Override
            public long applyAsLong(long argument) {
                return after.applyAsLong(LongUnaryOperator.this.applyAsLong(argument));
            }
        };
    }

    static LongUnaryOperator identity() {
        return new LongUnaryOperator() {
            @Override
            public long applyAsLong(long argument) {
                return argument;
            }
        };
    }
}
