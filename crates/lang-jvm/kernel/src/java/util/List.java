/** Model of java.util.List. */
package java.util;

import java.util.function.UnaryOperator;

public interface List<E> extends Collection<E> {
    E get(int index);

    E set(int index, E element);

    void add(int index, E element);

    boolean add(E element);

    E remove(int index);

    boolean remove(Object object);

    int indexOf(Object object);

    int lastIndexOf(Object object);

    boolean addAll(int index, Collection<? extends E> other);

    ListIterator<E> listIterator();

    ListIterator<E> listIterator(int index);

    List<E> subList(int from, int to);

    default void replaceAll(UnaryOperator<E> change) {
        Objects.requireNonNull(change);
        for (ListIterator<E> next = listIterator(); next.hasNext();) {
            next.set(change.apply(next.next()));
        }
    }

    @SuppressWarnings("unchecked")
    default void sort(Comparator<? super E> order) {
        Object[] sorted = toArray();
        Arrays.sort(sorted, (Comparator<Object>) order);
        ListIterator<E> next = listIterator();
        for (int i = 0; i < sorted.length; i++) {
            next.next();
            next.set((E) sorted[i]);
        }
    }

    static <E> List<E> copyOf(Collection<? extends E> other) {
        return FixedList.withoutNull(other.toArray());
    }

    @SafeVarargs
    static <E> List<E> of(E... elements) {
        Object[] copy = new Object[elements.length];
        System.arraycopy(elements, 0, copy, 0, copy.length);
        return FixedList.withoutNull(copy);
    }

    static <E> List<E> of() {
        return FixedList.withoutNull(new Object[0]);
    }

    static <E> List<E> of(E e1) {
        return FixedList.withoutNull(new Object[] {e1});
    }

    static <E> List<E> of(E e1, E e2) {
        return FixedList.withoutNull(new Object[] {e1, e2});
    }

    static <E> List<E> of(E e1, E e2, E e3) {
        return FixedList.withoutNull(new Object[] {e1, e2, e3});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4) {
        return FixedList.withoutNull(new Object[] {e1, e2, e3, e4});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5) {
        return FixedList.withoutNull(new Object[] {e1, e2, e3, e4, e5});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
        return FixedList.withoutNull(new Object[] {e1, e2, e3, e4, e5, e6});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
        return FixedList.withoutNull(new Object[] {e1, e2, e3, e4, e5, e6, e7});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
        return FixedList.withoutNull(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
        return FixedList.withoutNull(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
        return FixedList.withoutNull(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9, e10});
    }
}
