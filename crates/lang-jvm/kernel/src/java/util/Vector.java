/** Model of java.util.Vector; its locks do nothing in a sequential program. */
package java.util;

import java.io.Serializable;

public class Vector<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, Serializable {
    private final ArrayList<E> elements;

    public Vector() {
        this.elements = new ArrayList<E>();
    }

    public Vector(int capacity) {
        this.elements = new ArrayList<E>(capacity);
    }

    public Vector(Collection<? extends E> other) {
        this.elements = new ArrayList<E>(other);
    }

    private void checkIndex(int index) {
        if (index >= elements.size()) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public E get(int index) {
        checkIndex(index);
        return elements.get(index);
    }

    public E elementAt(int index) {
        return get(index);
    }

    public E firstElement() {
        checkNotEmpty();
        return elements.get(0);
    }

    public E lastElement() {
        checkNotEmpty();
        return elements.get(size() - 1);
    }

    private void checkNotEmpty() {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
    }

    @Override
    public E set(int index, E element) {
        checkIndex(index);
        return elements.set(index, element);
    }

    @Override
    public void add(int index, E element) {
        if (index > size()) {
            throw new ArrayIndexOutOfBoundsException(
                new StringBuilder().append(index).append(" > ").append(size()).toString());
        }
        modCount++;
        elements.add(index, element);
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> other) {
        if (index < 0 || index > size()) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        return super.addAll(index, other);
    }

    public void addElement(E element) {
        add(size(), element);
    }

    @Override
    public E remove(int index) {
        checkIndex(index);
        modCount++;
        return elements.remove(index);
    }

    @Override
    public boolean contains(Object object) {
        return elements.contains(object);
    }

    public void removeAllElements() {
        clear();
    }

    @Override
    public Object clone() {
        return new Vector<E>(this);
    }
}
