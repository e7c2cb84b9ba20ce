/** Model of java.util.Optional, without streams. */
package java.util;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

public final class Optional<T> {
    private final T value;

    private Optional(T value) {
        this.value = value;
    }

    public static <T> Optional<T> empty() {
        return new Optional<T>(null);
    }

    public static <T> Optional<T> of(T value) {
        return new Optional<T>(Objects.requireNonNull(value));
    }

    public static <T> Optional<T> ofNullable(T value) {
        return new Optional<T>(value);
    }

    public boolean isPresent() {
        return value != null;
    }

    public boolean isEmpty() {
        return value == null;
    }

    public T get() {
        return orElseThrow();
    }

    public T orElseThrow() {
        if (value == null) {
            throw new NoSuchElementException("No value present");
        }
        return value;
    }

    public <X extends Throwable> T orElseThrow(Supplier<? extends X> exception) throws X {
        if (value == null) {
            throw exception.get();
        }
        return value;
    }

    public T orElse(T otherwise) {
        return value != null ? value : otherwise;
    }

    public T orElseGet(Supplier<? extends T> otherwise) {
        return value != null ? value : otherwise.get();
    }

    @SuppressWarnings("unchecked")
    public Optional<T> or(Supplier<? extends Optional<? extends T>> otherwise) {
        Objects.requireNonNull(otherwise);
        return value != null ? this : Objects.requireNonNull((Optional<T>) otherwise.get());
    }

    public void ifPresent(Consumer<? super T> action) {
        if (value != null) {
            action.accept(value);
        }
    }

    public void ifPresentOrElse(Consumer<? super T> action, Runnable otherwise) {
        if (value != null) {
            action.accept(value);
        } else {
            otherwise.run();
        }
    }

    public Optional<T> filter(Predicate<? super T> condition) {
        Objects.requireNonNull(condition);
        return value == null || condition.test(value) ? this : Optional.<T>empty();
    }

    public <U> Optional<U> map(Function<? super T, ? extends U> change) {
        Objects.requireNonNull(change);
        return new Optional<U>(value == null ? null : change.apply(value));
    }

    @SuppressWarnings("unchecked")
    public <U> Optional<U> flatMap(Function<? super T, ? extends Optional<? extends U>> change) {
        Objects.requireNonNull(change);
        return value == null ? Optional.<U>empty() : Objects.requireNonNull((Optional<U>) change.apply(value));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Optional && Objects.equals(value, ((Optional<?>) other).value);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(value);
    }

    @Override
    public String toString() {
        if (value == null) {
            return "Optional.empty";
        }
        return new StringBuilder().append("Optional[").append(value).append("]").toString();
    }
}
