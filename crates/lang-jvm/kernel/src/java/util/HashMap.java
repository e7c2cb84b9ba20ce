/**
 * Model of java.util.HashMap with the same policy of its table, so that entries are met in the same order: the high
 * half of a hash is mixed into the low one, tables double when they are three quarters full, or small and have a bucket
 * of eight, and buckets keep their order. DIVERGENCE: buckets of large tables never become trees, which changes the
 * order in buckets of eight and more.
 */
package java.util;

import java.io.Serializable;
import java.util.function.BiFunction;
import java.util.function.Function;

public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, Serializable {
    private static final int FIRST_CAPACITY = 16;
    private static final int MOST_CAPACITY = 1 << 30;
    private static final int LARGE_BUCKET = 8;
    private static final int LARGE_TABLE = 64;

    /** Null until the first entry comes. */
    Node<K, V>[] table;
    int size;
    int modCount;
    private final float loadFactor;
    /** Entries beyond which the table grows; while there is none, its capacity, or 0 if that is the usual one. */
    private int threshold;

    static class Node<K, V> extends AbstractMap.SimpleEntry<K, V> {
        final int hash;
        Node<K, V> next;

        Node(int hash, K key, V value, Node<K, V> next) {
            super(key, value);
            this.hash = hash;
            this.next = next;
        }
    }

    public HashMap() {
        this.loadFactor = 0.75f;
    }

    public HashMap(int capacity) {
        this(capacity, 0.75f);
    }

    public HashMap(int capacity, float loadFactor) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal initial capacity: ".concat(String.valueOf(capacity)));
        }
        if (!(loadFactor > 0)) {
            throw new IllegalArgumentException("Illegal load factor: ".concat(String.valueOf(loadFactor)));
        }
        this.loadFactor = loadFactor;
        this.threshold = powerOfTwo(capacity);
    }

    public HashMap(Map<? extends K, ? extends V> other) {
        this();
        putAll(other);
    }

    private static int powerOfTwo(int capacity) {
        int power = 1;
        while (power < capacity && power < MOST_CAPACITY) {
            power <<= 1;
        }
        return power;
    }

    static int hash(Object key) {
        int code = key == null ? 0 : key.hashCode();
        return code ^ code >>> 16;
    }

    @Override
    public int size() {
        return size;
    }

    Node<K, V> find(Object key) {
        if (table == null) {
            return null;
        }
        int hash = hash(key);
        Node<K, V> node = table[hash & table.length - 1];
        while (node != null && !(node.hash == hash && Objects.equals(key, node.getKey()))) {
            node = node.next;
        }
        return node;
    }

    @Override
    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.getValue();
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        Node<K, V> node = find(key);
        return node == null ? otherwise : node.getValue();
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public V put(K key, V value) {
        Node<K, V> node = find(key);
        if (node != null) {
            V old = node.setValue(value);
            afterAccess(node);
            return old;
        }
        append(key, value);
        return null;
    }

    @Override
    public V putIfAbsent(K key, V value) {
        Node<K, V> node = find(key);
        if (node == null) {
            append(key, value);
            return null;
        }
        V old = node.getValue();
        if (old == null) {
            node.setValue(value);
        }
        afterAccess(node);
        return old;
    }

    /** At the end of its bucket; then the table grows if it has to. */
    private void append(K key, V value) {
        if (table == null) {
            grow();
        }
        int hash = hash(key);
        int index = hash & table.length - 1;
        Node<K, V> added = newNode(hash, key, value, null);
        Node<K, V> last = table[index];
        int before = 0;
        if (last == null) {
            table[index] = added;
        } else {
            for (before = 1; last.next != null; before++) {
                last = last.next;
            }
            last.next = added;
        }
        spread(before + 1);
        modCount++;
        size++;
        if (size > threshold) {
            grow();
        }
        afterInsertion();
    }

    /** The methods that compute a value let the table grow first, whether they add an entry or not. */
    private void growIfFull() {
        if (table == null || size > threshold) {
            grow();
        }
    }

    /** At the head of its bucket: what the methods that compute a value do. */
    private void prepend(K key, V value) {
        int hash = hash(key);
        int index = hash & table.length - 1;
        Node<K, V> first = table[index];
        int before = 0;
        for (Node<K, V> node = first; node != null; node = node.next) {
            before++;
        }
        table[index] = newNode(hash, key, value, first);
        spread(before + 2);
        modCount++;
        size++;
        afterInsertion();
    }

    /** Where the JDK would make a tree of a bucket, a small table grows in its place. */
    private void spread(int bucketSize) {
        if (bucketSize > LARGE_BUCKET && table.length < LARGE_TABLE) {
            grow();
        }
    }

    Node<K, V> newNode(int hash, K key, V value, Node<K, V> next) {
        return new Node<K, V>(hash, key, value, next);
    }

    void afterAccess(Node<K, V> node) {
    }

    void afterInsertion() {
    }

    void afterRemoval(Node<K, V> node) {
    }

    @SuppressWarnings("unchecked")
    private void grow() {
        Node<K, V>[] old = table;
        int first = threshold == 0 ? FIRST_CAPACITY : threshold;
        int capacity = old == null ? first : Math.min(2 * old.length, MOST_CAPACITY);
        table = (Node<K, V>[]) new Node<?, ?>[capacity];
        boolean doubles = old != null && old.length >= FIRST_CAPACITY && threshold > 0;
        threshold = doubles ? 2 * threshold : (int) (capacity * loadFactor);
        if (old != null) {
            for (int i = 0; i < old.length; i++) {
                splitBucket(old[i], i, old.length);
            }
        }
    }

    /** The entries of a bucket go to two of the larger table, in their order. */
    private void splitBucket(Node<K, V> first, int index, int half) {
        Node<K, V> low = null;
        Node<K, V> high = null;
        for (Node<K, V> node = first; node != null;) {
            Node<K, V> next = node.next;
            node.next = null;
            if ((node.hash & half) == 0) {
                table[index] = low == null ? node : table[index];
                link(low, node);
                low = node;
            } else {
                table[index + half] = high == null ? node : table[index + half];
                link(high, node);
                high = node;
            }
            node = next;
        }
    }

    private void link(Node<K, V> last, Node<K, V> node) {
        if (last != null) {
            last.next = node;
        }
    }

    @Override
    public V remove(Object key) {
        Node<K, V> removed = removeNode(key);
        return removed == null ? null : removed.getValue();
    }

    Node<K, V> removeNode(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        int index = node.hash & table.length - 1;
        if (table[index] == node) {
            table[index] = node.next;
        } else {
            Node<K, V> before = table[index];
            while (before.next != node) {
                before = before.next;
            }
            before.next = node.next;
        }
        modCount++;
        size--;
        afterRemoval(node);
        return node;
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> other) {
        int count = other.size();
        if (table == null) {
            int needed = (int) (count / loadFactor + 1);
            threshold = count > 0 && needed > threshold ? powerOfTwo(needed) : threshold;
        }
        while (table != null && count > threshold && table.length < MOST_CAPACITY) {
            grow();
        }
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public void clear() {
        modCount++;
        size = 0;
        for (int i = 0; table != null && i < table.length; i++) {
            table[i] = null;
        }
    }

    @Override
    public boolean remove(Object key, Object value) {
        Node<K, V> node = find(key);
        if (node == null || !Objects.equals(node.getValue(), value)) {
            return false;
        }
        removeNode(key);
        return true;
    }

    @Override
    public boolean replace(K key, V old, V value) {
        Node<K, V> node = find(key);
        if (node == null || !Objects.equals(node.getValue(), old)) {
            return false;
        }
        node.setValue(value);
        afterAccess(node);
        return true;
    }

    @Override
    public V replace(K key, V value) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        V old = node.setValue(value);
        afterAccess(node);
        return old;
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        Objects.requireNonNull(make);
        growIfFull();
        Node<K, V> node = find(key);
        if (node != null && node.getValue() != null) {
            afterAccess(node);
            return node.getValue();
        }
        int expected = modCount;
        V made = make.apply(key);
        checkUnchanged(expected);
        if (made != null) {
            store(node, key, made);
        }
        return made;
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        Objects.requireNonNull(change);
        Node<K, V> node = find(key);
        if (node == null || node.getValue() == null) {
            return null;
        }
        int expected = modCount;
        V value = change.apply(key, node.getValue());
        checkUnchanged(expected);
        store(node, key, value);
        return value;
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        Objects.requireNonNull(change);
        growIfFull();
        Node<K, V> node = find(key);
        int expected = modCount;
        V value = change.apply(key, node == null ? null : node.getValue());
        checkUnchanged(expected);
        store(node, key, value);
        return value;
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
        if (value == null || join == null) {
            throw new NullPointerException();
        }
        growIfFull();
        Node<K, V> node = find(key);
        V joined = value;
        if (node != null && node.getValue() != null) {
            int expected = modCount;
            joined = join.apply(node.getValue(), value);
            checkUnchanged(expected);
        }
        store(node, key, joined);
        return joined;
    }

    private void checkUnchanged(int expected) {
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    private void store(Node<K, V> node, K key, V value) {
        if (node == null) {
            if (value != null) {
                prepend(key, value);
            }
        } else if (value == null) {
            removeNode(key);
        } else {
            node.setValue(value);
            afterAccess(node);
        }
    }

    /** The entries in the order of the table. */
    static final class Entries<K, V> implements Iterator<Map.Entry<K, V>> {
        private final HashMap<K, V> map;
        private int index;
        private Node<K, V> next;
        private Node<K, V> given;
        private int expected;

        Entries(HashMap<K, V> map) {
            this.map = map;
            this.expected = map.modCount;
            findNext();
        }

        private void findNext() {
            Node<K, V>[] table = map.table;
            while (next == null && table != null && index < table.length) {
                next = table[index++];
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Map.Entry<K, V> next() {
            map.checkUnchanged(expected);
            if (next == null) {
                throw new NoSuchElementException();
            }
            given = next;
            next = next.next;
            findNext();
            return given;
        }

        @Override
        public void remove() {
            if (given == null) {
                throw new IllegalStateException();
            }
            map.checkUnchanged(expected);
            map.removeNode(given.getKey());
            given = null;
            expected = map.modCount;
        }
    }

    static final class EntrySet<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final HashMap<K, V> map;

        EntrySet(HashMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size;
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return map.entryIterator();
        }

        @Override
        public boolean contains(Object object) {
            if (!(object instanceof Map.Entry)) {
                return false;
            }
            Node<K, V> node = map.find(((Map.Entry<?, ?>) object).getKey());
            return node != null && node.equals(object);
        }

        @Override
        public boolean remove(Object object) {
            boolean present = contains(object);
            if (present) {
                map.removeNode(((Map.Entry<?, ?>) object).getKey());
            }
            return present;
        }

        @Override
        public void clear() {
            map.clear();
        }
    }

    Iterator<Map.Entry<K, V>> entryIterator() {
        return new Entries<K, V>(this);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new EntrySet<K, V>(this);
    }

    @Override
    public Object clone() {
        return new HashMap<K, V>(this);
    }
}
