/** A part of a list, through which it is changed. */
package java.util;

final class SubList<E> extends AbstractList<E> implements RandomAccess {
    private final AbstractList<E> whole;
    private final int offset;
    private int size;

    SubList(AbstractList<E> whole, int offset, int size) {
        this.whole = whole;
        this.offset = offset;
        this.size = size;
        this.modCount = whole.modCount;
    }

    private void checkUnchanged() {
        if (whole.modCount != modCount) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    public int size() {
        checkUnchanged();
        return size;
    }

    @Override
    public E get(int index) {
        Objects.checkIndex(index, size);
        checkUnchanged();
        return whole.get(offset + index);
    }

    @Override
    public E set(int index, E element) {
        Objects.checkIndex(index, size);
        checkUnchanged();
        return whole.set(offset + index, element);
    }

    @Override
    public void add(int index, E element) {
        if (index < 0 || index > size) {
            throw outOfBounds(index, size);
        }
        checkUnchanged();
        whole.add(offset + index, element);
        modCount = whole.modCount;
        size++;
    }

    @Override
    public E remove(int index) {
        Objects.checkIndex(index, size);
        checkUnchanged();
        E removed = whole.remove(offset + index);
        modCount = whole.modCount;
        size--;
        return removed;
    }
}
