/** The iterator of lists by index; it fails fast where the list was changed by other means. */
package java.util;

final class IndexIterator<E> implements ListIterator<E> {
    private final AbstractList<E> list;
    private int next;
    /** The index of the element that was given last; -1 if there is none, or it was removed. */
    private int given = -1;
    private int expected;

    IndexIterator(AbstractList<E> list, int next) {
        this.list = list;
        this.next = next;
        this.expected = list.modCount;
    }

    private void checkUnchanged() {
        if (list.modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    public boolean hasNext() {
        return next != list.size();
    }

    @Override
    public E next() {
        checkUnchanged();
        if (next >= list.size()) {
            throw new NoSuchElementException();
        }
        given = next++;
        return list.get(given);
    }

    @Override
    public boolean hasPrevious() {
        return next != 0;
    }

    @Override
    public E previous() {
        checkUnchanged();
        if (next <= 0) {
            throw new NoSuchElementException();
        }
        given = --next;
        return list.get(given);
    }

    @Override
    public int nextIndex() {
        return next;
    }

    @Override
    public int previousIndex() {
        return next - 1;
    }

    private void checkGiven() {
        if (given < 0) {
            throw new IllegalStateException();
        }
        checkUnchanged();
    }

    @Override
    public void remove() {
        checkGiven();
        list.remove(given);
        next = given;
        given = -1;
        expected = list.modCount;
    }

    @Override
    public void set(E element) {
        checkGiven();
        list.set(given, element);
    }

    @Override
    public void add(E element) {
        checkUnchanged();
        list.add(next++, element);
        given = -1;
        expected = list.modCount;
    }
}
