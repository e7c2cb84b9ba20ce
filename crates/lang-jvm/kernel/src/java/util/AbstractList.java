/** Model of java.util.AbstractList: everything from `get` and `size`; `modCount` makes iterators fail fast. */
package java.util;

public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    protected transient int modCount;

    protected AbstractList() {
    }

    @Override
    public abstract E get(int index);

    @Override
    public boolean add(E element) {
        add(size(), element);
        return true;
    }

    @Override
    public E set(int index, E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void add(int index, E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public E remove(int index) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int indexOf(Object object) {
        for (ListIterator<E> next = listIterator(); next.hasNext();) {
            if (Objects.equals(object, next.next())) {
                return next.previousIndex();
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object object) {
        for (ListIterator<E> next = listIterator(size()); next.hasPrevious();) {
            if (Objects.equals(object, next.previous())) {
                return next.nextIndex();
            }
        }
        return -1;
    }

    @Override
    public void clear() {
        removeRange(0, size());
    }

    protected void removeRange(int from, int to) {
        ListIterator<E> next = listIterator(from);
        for (int i = from; i < to; i++) {
            next.next();
            next.remove();
        }
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> other) {
        if (index < 0 || index > size()) {
            throw outOfBounds(index, size());
        }
        int at = index;
        for (E element : other) {
            add(at++, element);
        }
        return at > index;
    }

    static IndexOutOfBoundsException outOfBounds(int index, int size) {
        return new IndexOutOfBoundsException(
            new StringBuilder().append("Index: ").append(index).append(", Size: ").append(size).toString());
    }

    @Override
    public Iterator<E> iterator() {
        return new IndexIterator<E>(this, 0);
    }

    @Override
    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > size()) {
            throw new IndexOutOfBoundsException("Index: ".concat(String.valueOf(index)));
        }
        return new IndexIterator<E>(this, index);
    }

    @Override
    public List<E> subList(int from, int to) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("fromIndex = ".concat(String.valueOf(from)));
        }
        if (to > size()) {
            throw new IndexOutOfBoundsException("toIndex = ".concat(String.valueOf(to)));
        }
        if (from > to) {
            throw new IllegalArgumentException(new StringBuilder().append("fromIndex(").append(from)
                .append(") > toIndex(").append(to).append(")").toString());
        }
        return new SubList<E>(this, from, to - from);
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof List)) {
            return false;
        }
        Iterator<?> theirs = ((List<?>) other).iterator();
        for (E element : this) {
            if (!theirs.hasNext() || !Objects.equals(element, theirs.next())) {
                return false;
            }
        }
        return !theirs.hasNext();
    }

    @Override
    public int hashCode() {
        int sum = 1;
        for (E element : this) {
            sum = 31 * sum + Objects.hashCode(element);
        }
        return sum;
    }
}
