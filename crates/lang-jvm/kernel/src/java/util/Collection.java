/** Model of java.util.Collection, without streams. */
package java.util;

import java.util.function.Predicate;

public interface Collection<E> extends Iterable<E> {
    int size();

    boolean isEmpty();

    boolean contains(Object object);

    Object[] toArray();

    <T> T[] toArray(T[] array);

    boolean add(E element);

    boolean remove(Object object);

    boolean containsAll(Collection<?> other);

    boolean addAll(Collection<? extends E> other);

    boolean removeAll(Collection<?> other);

    boolean retainAll(Collection<?> other);

    void clear();

    boolean equals(Object other);

    int hashCode();

    default boolean removeIf(Predicate<? super E> condition) {
        Objects.requireNonNull(condition);
        boolean changed = false;
        for (Iterator<E> next = iterator(); next.hasNext();) {
            if (condition.test(next.next())) {
                next.remove();
                changed = true;
            }
        }
        return changed;
    }
}
