/** Model of java.util.function.Consumer: an action on one argument. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface Consumer<T> {
    void accept(T argument);

    default Consumer<T> andThen(final Consumer<? super T> after) {
        Objects.requireNonNull(after);
        return new Consumer<T>() {
            @Override
            public void accept(T argument) {
                Consumer.this.accept(argument);
                after.accept(argument);
            }
        };
    }
}
