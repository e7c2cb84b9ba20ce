/** Model of java.util.AbstractCollection: everything from an iterator and a size. */
package java.util;

public abstract class AbstractCollection<E> implements Collection<E> {
    protected AbstractCollection() {
    }

    @Override
    public abstract Iterator<E> iterator();

    @Override
    public abstract int size();

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    @Override
    public boolean contains(Object object) {
        for (E element : this) {
            if (Objects.equals(object, element)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Object[] toArray() {
        Object[] array = new Object[size()];
        fill(array);
        return array;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] array) {
        int size = size();
        T[] target = array.length >= size
            ? array : (T[]) java.lang.reflect.Array.newInstance(array.getClass().getComponentType(), size);
        fill(target);
        if (target.length > size) {
            target[size] = null;
        }
        return target;
    }

    private void fill(Object[] array) {
        int index = 0;
        for (E element : this) {
            array[index++] = element;
        }
    }

    @Override
    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(Object object) {
        for (Iterator<E> next = iterator(); next.hasNext();) {
            if (Objects.equals(object, next.next())) {
                next.remove();
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean containsAll(Collection<?> other) {
        for (Object object : other) {
            if (!contains(object)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean addAll(Collection<? extends E> other) {
        boolean changed = false;
        for (E element : other) {
            changed |= add(element);
        }
        return changed;
    }

    @Override
    public boolean removeAll(Collection<?> other) {
        Objects.requireNonNull(other);
        return keepWhere(other, false);
    }

    @Override
    public boolean retainAll(Collection<?> other) {
        Objects.requireNonNull(other);
        return keepWhere(other, true);
    }

    private boolean keepWhere(Collection<?> other, boolean contained) {
        boolean changed = false;
        for (Iterator<E> next = iterator(); next.hasNext();) {
            if (other.contains(next.next()) != contained) {
                next.remove();
                changed = true;
            }
        }
        return changed;
    }

    @Override
    public void clear() {
        for (Iterator<E> next = iterator(); next.hasNext();) {
            next.next();
            next.remove();
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append('[');
        String between = "";
        for (E element : this) {
            text.append(between);
            if (element == this) {
                text.append("(this Collection)");
            } else {
                text.append(element);
            }
            between = ", ";
        }
        return text.append(']').toString();
    }
}
