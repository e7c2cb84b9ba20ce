/** Lists of a fixed array: those of `List.of`, which refuse every change, and of `Arrays.asList`, which take `set`. */
package java.util;

import java.io.Serializable;

class FixedList<E> extends AbstractList<E> implements RandomAccess, Serializable {
    /** Lists of `List.of` up to this size have no array in the JDK, which shows in an exception. */
    private static final int MOST_SMALL = 2;

    final E[] elements;
    private final boolean writable;

    FixedList(E[] elements, boolean writable) {
        this.elements = elements;
        this.writable = writable;
    }

    @SuppressWarnings("unchecked")
    static <E> List<E> withoutNull(Object[] elements) {
        for (int i = 0; i < elements.length; i++) {
            Objects.requireNonNull(elements[i]);
        }
        return new FixedList<E>((E[]) elements, false);
    }

    @Override
    public int size() {
        return elements.length;
    }

    @Override
    public E get(int index) {
        boolean isSmall = !writable && elements.length <= MOST_SMALL;
        if (isSmall && (index < 0 || index >= elements.length)) {
            throw new IndexOutOfBoundsException(new StringBuilder().append("Index: ").append(index)
                .append(" Size: ").append(elements.length).toString());
        }
        return elements[index];
    }

    @Override
    public E set(int index, E element) {
        checkWritable();
        E old = elements[index];
        elements[index] = element;
        return old;
    }

    private void checkWritable() {
        if (!writable) {
            throw new UnsupportedOperationException();
        }
    }

    @Override
    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(Object object) {
        checkWritable();
        return super.remove(object);
    }

    @Override
    public void clear() {
        checkWritable();
        super.clear();
    }

    @Override
    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    @Override
    public int indexOf(Object object) {
        if (!writable) {
            Objects.requireNonNull(object);
        }
        return super.indexOf(object);
    }

    @Override
    public void sort(Comparator<? super E> order) {
        checkWritable();
        Arrays.sort(elements, order);
    }
}
