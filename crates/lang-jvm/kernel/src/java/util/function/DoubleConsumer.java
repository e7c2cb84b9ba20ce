/** Model of java.util.function.DoubleConsumer: an action on double. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface DoubleConsumer {
    void accept(double argument);

    default DoubleConsumer andThen(final DoubleConsumer after) {
        Objects.requireNonNull(after);
        return new DoubleConsumer() {
            @Override
            public void accept(double argument) {
                DoubleConsumer.this.accept(argument);
                after.accept(argument);
            }
        };
    }
}
