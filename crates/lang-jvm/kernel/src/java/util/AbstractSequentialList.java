/** Model of java.util.AbstractSequentialList: everything from a list iterator. */
package java.util;

public abstract class AbstractSequentialList<E> extends AbstractList<E> {
    protected AbstractSequentialList() {
    }

    @Override
    public E get(int index) {
        return at(index).next();
    }

    private ListIterator<E> at(int index) {
        if (index < 0 || index >= size()) {
            throw outOfBounds(index, size());
        }
        return listIterator(index);
    }

    @Override
    public E set(int index, E element) {
        ListIterator<E> next = at(index);
        E old = next.next();
        next.set(element);
        return old;
    }

    @Override
    public void add(int index, E element) {
        if (index < 0 || index > size()) {
            throw outOfBounds(index, size());
        }
        listIterator(index).add(element);
    }

    @Override
    public E remove(int index) {
        ListIterator<E> next = at(index);
        E old = next.next();
        next.remove();
        return old;
    }

    @Override
    public Iterator<E> iterator() {
        return listIterator(0);
    }

    @Override
    public abstract ListIterator<E> listIterator(int index);
}
