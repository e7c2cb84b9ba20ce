/** Model of java.util.function.BiConsumer: an action on two arguments. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface BiConsumer<T, U> {
    void accept(T first, U second);

    default BiConsumer<T, U> andThen(final BiConsumer<? super T, ? super U> after) {
        Objects.requireNonNull(after);
        return new BiConsumer<T, U>() {
            @Override
            public void accept(T first, U second) {
                BiConsumer.this.accept(first, second);
                after.accept(first, second);
            }
        };
    }
}
