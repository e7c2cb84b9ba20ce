/** Model of java.util.LinkedHashSet: a hash set that remembers the order of insertion. */
package java.util;

public class LinkedHashSet<E> extends HashSet<E> {
    public LinkedHashSet() {
        super(new LinkedHashMap<E, Boolean>());
    }

    public LinkedHashSet(int capacity) {
        super(new LinkedHashMap<E, Boolean>(capacity));
    }

    public LinkedHashSet(Collection<? extends E> other) {
        super(new LinkedHashMap<E, Boolean>(Math.max(2 * other.size(), 11)));
        addAll(other);
    }

    @Override
    public Object clone() {
        return new LinkedHashSet<E>(this);
    }
}
