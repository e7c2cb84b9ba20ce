/** An unmodifiable list of one value, so many times. */
package java.util;

import java.io.Serializable;

final class CopiesList<E> extends AbstractList<E> implements RandomAccess, Serializable {
    private final E value;
    private final int count;

    CopiesList(E value, int count) {
        this.value = value;
        this.count = count;
    }

    @Override
    public int size() {
        return count;
    }

    @Override
    public E get(int index) {
        if (index < 0 || index >= count) {
            throw outOfBounds(index, count);
        }
        return value;
    }
}
