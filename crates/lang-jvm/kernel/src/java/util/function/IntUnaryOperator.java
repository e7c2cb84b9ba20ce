/** Model of java.util.function.IntUnaryOperator: a function from int to int. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface IntUnaryOperator {
    int applyAsInt(int argument);

    default IntUnaryOperator compose(final IntUnaryOperator before) {
        Objects.requireNonNull(before);
        return new IntUnaryOperator() {
            @Override
            public int applyAsInt(int argument) {
                return IntUnaryOperator.this.applyAsInt(before.applyAsInt(argument));
            }
        };
    }

    default IntUnaryOperator andThen(final IntUnaryOperator after) {
        Objects.requireNonNull(after);
        return new IntUnaryOperator() {
            @Override
            public int applyAsInt(int argument) {
                return after.applyAsInt(IntUnaryOperator.this.applyAsInt(argument));
            }
        };
    }

    static IntUnaryOperator identity() {
        return new IntUnaryOperator() {
            @Override
            public int applyAsInt(int argument) {
                return argument;
            }
        };
    }
}
