/** Model of java.util.function.DoubleUnaryOperator: a function from double to double. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface DoubleUnaryOperator {
    double applyAsDouble(double argument);

    default DoubleUnaryOperator compose(final DoubleUnaryOperator before) {
        Objects.requireNonNull(before);
        return new DoubleUnaryOperator() {
            @Override
            public double applyAsDouble(double argument) {
                return DoubleUnaryOperator.this.applyAsDouble(before.applyAsDouble(argument));
            }
        };
    }

    default DoubleUnaryOperator andThen(final DoubleUnaryOperator after) {
        Objects.requireNonNull(after);
        return new DoubleUnaryOperator() {
            @Override
            public double applyAsDouble(double argument) {
                return after.applyAsDouble(DoubleUnaryOperator.this.applyAsDouble(argument));
            }
        };
    }

    static DoubleUnaryOperator identity() {
        return new DoubleUnaryOperator() {
            @Override
            public double applyAsDouble(double argument) {
                return argument;
            }
        };
    }
}
