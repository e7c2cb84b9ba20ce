/** Model of java.util.function.IntConsumer: an action on int. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface IntConsumer {
    void accept(int argument);

    default IntConsumer andThen(final IntConsumer after) {
        Objects.requireNonNull(after);
        return new IntConsumer() {
            @Override
            public void accept(int argument) {
                IntConsumer.this.accept(argument);
                after.accept(argument);
            }
        };
    }
}
