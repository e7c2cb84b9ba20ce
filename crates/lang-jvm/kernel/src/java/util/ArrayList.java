/** Model of java.util.ArrayList. */
package java.util;

import java.io.Serializable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, Serializable {
    private static final int FIRST_CAPACITY = 10;

    private Object[] elements;
    private int size;

    public ArrayList() {
        this.elements = new Object[0];
    }

    public ArrayList(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: ".concat(String.valueOf(capacity)));
        }
        this.elements = new Object[capacity];
    }

    public ArrayList(Collection<? extends E> other) {
        this.elements = other.toArray();
        this.size = elements.length;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    public void ensureCapacity(int capacity) {
        if (capacity > elements.length) {
            int larger = Math.max(FIRST_CAPACITY, elements.length + (elements.length >> 1));
            Object[] copy = new Object[Math.max(capacity, larger)];
            for (int i = 0; i < size; i++) {
                copy[i] = elements[i];
            }
            elements = copy;
        }
    }

    public void trimToSize() {
        modCount++;
        elements = toArray();
    }

    @Override
    @SuppressWarnings("unchecked")
    public E get(int index) {
        Objects.checkIndex(index, size);
        return (E) elements[index];
    }

    @Override
    public E set(int index, E element) {
        E old = get(index);
        elements[index] = element;
        return old;
    }

    @Override
    public boolean add(E element) {
        modCount++;
        ensureCapacity(size + 1);
        elements[size++] = element;
        return true;
    }

    @Override
    public void add(int index, E element) {
        checkPosition(index);
        modCount++;
        ensureCapacity(size + 1);
        for (int i = size; i > index; i--) {
            elements[i] = elements[i - 1];
        }
        elements[index] = element;
        size++;
    }

    private void checkPosition(int index) {
        if (index < 0 || index > size) {
            throw outOfBounds(index, size);
        }
    }

    @Override
    public E remove(int index) {
        E removed = get(index);
        modCount++;
        size--;
        for (int i = index; i < size; i++) {
            elements[i] = elements[i + 1];
        }
        elements[size] = null;
        return removed;
    }

    @Override
    public boolean remove(Object object) {
        int index = indexOf(object);
        if (index >= 0) {
            remove(index);
        }
        return index >= 0;
    }

    @Override
    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    @Override
    public int indexOf(Object object) {
        for (int i = 0; i < size; i++) {
            if (Objects.equals(object, elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object object) {
        for (int i = size - 1; i >= 0; i--) {
            if (Objects.equals(object, elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void clear() {
        modCount++;
        for (int i = 0; i < size; i++) {
            elements[i] = null;
        }
        size = 0;
    }

    @Override
    protected void removeRange(int from, int to) {
        if (from > to) {
            throw new IndexOutOfBoundsException(
                new StringBuilder().append("From Index: ").append(from).append(" > To Index: ").append(to).toString());
        }
        modCount++;
        int removed = to - from;
        for (int i = to; i < size; i++) {
            elements[i - removed] = elements[i];
        }
        for (int i = size - removed; i < size; i++) {
            elements[i] = null;
        }
        size -= removed;
    }

    @Override
    public boolean addAll(Collection<? extends E> other) {
        return insertAll(size, other.toArray());
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> other) {
        checkPosition(index);
        return insertAll(index, other.toArray());
    }

    private boolean insertAll(int index, Object[] added) {
        modCount++;
        ensureCapacity(size + added.length);
        for (int i = size - 1; i >= index; i--) {
            elements[i + added.length] = elements[i];
        }
        for (int i = 0; i < added.length; i++) {
            elements[index + i] = added[i];
        }
        size += added.length;
        return added.length > 0;
    }

    @Override
    public Object[] toArray() {
        Object[] copy = new Object[size];
        for (int i = 0; i < size; i++) {
            copy[i] = elements[i];
        }
        return copy;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        for (int i = 0; i < size && modCount == expected; i++) {
            action.accept((E) elements[i]);
        }
        checkUnchanged(expected);
    }

    private void checkUnchanged(int expected) {
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean removeIf(Predicate<? super E> condition) {
        Objects.requireNonNull(condition);
        int expected = modCount;
        Object[] kept = new Object[elements.length];
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (!condition.test((E) elements[i])) {
                kept[count++] = elements[i];
            }
            checkUnchanged(expected);
        }
        if (count == size) {
            return false;
        }
        elements = kept;
        size = count;
        modCount++;
        return true;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void replaceAll(UnaryOperator<E> change) {
        Objects.requireNonNull(change);
        int expected = modCount;
        for (int i = 0; i < size && modCount == expected; i++) {
            elements[i] = change.apply((E) elements[i]);
        }
        checkUnchanged(expected);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void sort(Comparator<? super E> order) {
        int expected = modCount;
        Arrays.sort(elements, 0, size, (Comparator<Object>) order);
        checkUnchanged(expected);
        modCount++;
    }

    @Override
    public Object clone() {
        return new ArrayList<E>(this);
    }
}
