/** A view of a list that refuses every change. */
package java.util;

import java.io.Serializable;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

final class UnmodifiableList<E> extends AbstractList<E> implements Serializable {
    private final List<? extends E> list;

    UnmodifiableList(List<? extends E> list) {
        this.list = Objects.requireNonNull(list);
    }

    @Override
    public int size() {
        return list.size();
    }

    @Override
    public E get(int index) {
        return list.get(index);
    }

    @Override
    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(Object object) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean addAll(Collection<? extends E> other) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean removeIf(Predicate<? super E> condition) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void replaceAll(UnaryOperator<E> change) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sort(Comparator<? super E> order) {
        throw new UnsupportedOperationException();
    }
}
