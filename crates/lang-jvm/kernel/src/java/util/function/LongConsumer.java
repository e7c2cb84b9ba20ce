/** Model of java.util.function.LongConsumer: an action on long. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface LongConsumer {
    void accept(long argument);

    default LongConsumer andThen(final LongConsumer after) {
        Objects.requireNonNull(after);
        return new LongConsumer() {
            @Override
            public void accept(long argument) {
                LongConsumer.this.accept(argument);
                after.accept(argument);
            }
        };
    }
}
