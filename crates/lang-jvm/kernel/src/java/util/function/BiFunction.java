/** Model of java.util.function.BiFunction: a function of two arguments. */
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface BiFunction<T, U, R> {
    R apply(T first, U second);

    default <V> BiFunction<T, U, V> andThen(final Function<? super R, ? extends V> after) {
        Objects.requireNonNull(after);
        return new BiFunction<T, U, V>() {
            @Override
            public V apply(T first, U second) {
                return after.apply(BiFunction.this.apply(first, second));
            }
        };
    }
}
