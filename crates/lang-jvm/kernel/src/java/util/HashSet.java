/** Model of java.util.HashSet: the keys of a hash map. */
package java.util;

import java.io.Serializable;

public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, Serializable {
    private final HashMap<E, Boolean> map;

    public HashSet() {
        this(new HashMap<E, Boolean>());
    }

    public HashSet(int capacity) {
        this(new HashMap<E, Boolean>(capacity));
    }

    public HashSet(int capacity, float loadFactor) {
        this(new HashMap<E, Boolean>(capacity, loadFactor));
    }

    public HashSet(Collection<? extends E> other) {
        this(new HashMap<E, Boolean>(Math.max((int) (other.size() / 0.75f) + 1, 16)));
        addAll(other);
    }

    HashSet(HashMap<E, Boolean> map) {
        this.map = map;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public Iterator<E> iterator() {
        return map.keySet().iterator();
    }

    @Override
    public boolean contains(Object object) {
        return map.containsKey(object);
    }

    @Override
    public boolean add(E element) {
        return map.put(element, Boolean.TRUE) == null;
    }

    @Override
    public boolean remove(Object object) {
        return map.remove(object) != null;
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Object clone() {
        return new HashSet<E>(this);
    }
}
