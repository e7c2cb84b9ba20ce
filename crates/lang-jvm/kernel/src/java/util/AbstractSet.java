/** Model of java.util.AbstractSet. */
package java.util;

public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    protected AbstractSet() {
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Set)) {
            return false;
        }
        Collection<?> that = (Collection<?>) other;
        return that.size() == size() && containsAll(that);
    }

    @Override
    public int hashCode() {
        int sum = 0;
        for (E element : this) {
            sum += Objects.hashCode(element);
        }
        return sum;
    }

    /** Walks over the smaller of both. */
    @Override
    public boolean removeAll(Collection<?> other) {
        Objects.requireNonNull(other);
        if (size() <= other.size()) {
            return super.removeAll(other);
        }
        boolean changed = false;
        for (Object object : other) {
            changed |= remove(object);
        }
        return changed;
    }
}
