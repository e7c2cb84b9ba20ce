/** Model of java.util.LinkedHashMap: a hash map that remembers the order of insertion, or of access. */
package java.util;

public class LinkedHashMap<K, V> extends HashMap<K, V> {
    private Linked<K, V> eldest;
    private Linked<K, V> youngest;
    private final boolean byAccess;

    static final class Linked<K, V> extends HashMap.Node<K, V> {
        Linked<K, V> before;
        Linked<K, V> after;

        Linked(int hash, K key, V value, Node<K, V> next) {
            super(hash, key, value, next);
        }
    }

    public LinkedHashMap() {
        this.byAccess = false;
    }

    public LinkedHashMap(int capacity) {
        super(capacity);
        this.byAccess = false;
    }

    public LinkedHashMap(int capacity, float loadFactor) {
        this(capacity, loadFactor, false);
    }

    public LinkedHashMap(int capacity, float loadFactor, boolean byAccess) {
        super(capacity, loadFactor);
        this.byAccess = byAccess;
    }

    public LinkedHashMap(Map<? extends K, ? extends V> other) {
        this.byAccess = false;
        putAll(other);
    }

    @Override
    Node<K, V> newNode(int hash, K key, V value, Node<K, V> next) {
        Linked<K, V> node = new Linked<K, V>(hash, key, value, next);
        linkLast(node);
        return node;
    }

    private void linkLast(Linked<K, V> node) {
        node.before = youngest;
        node.after = null;
        if (youngest == null) {
            eldest = node;
        } else {
            youngest.after = node;
        }
        youngest = node;
    }

    private void unlink(Linked<K, V> node) {
        if (node.before == null) {
            eldest = node.after;
        } else {
            node.before.after = node.after;
        }
        if (node.after == null) {
            youngest = node.before;
        } else {
            node.after.before = node.before;
        }
    }

    @Override
    void afterAccess(Node<K, V> node) {
        if (byAccess && node != youngest) {
            Linked<K, V> linked = (Linked<K, V>) node;
            unlink(linked);
            linkLast(linked);
            modCount++;
        }
    }

    @Override
    void afterInsertion() {
        if (eldest != null && removeEldestEntry(eldest)) {
            removeNode(eldest.getKey());
        }
    }

    @Override
    void afterRemoval(Node<K, V> node) {
        unlink((Linked<K, V>) node);
    }

    protected boolean removeEldestEntry(Map.Entry<K, V> entry) {
        return false;
    }

    @Override
    public V get(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        afterAccess(node);
        return node.getValue();
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        Node<K, V> node = find(key);
        if (node == null) {
            return otherwise;
        }
        afterAccess(node);
        return node.getValue();
    }

    @Override
    public void clear() {
        super.clear();
        eldest = null;
        youngest = null;
    }

    /** The entries in the order of the links. */
    static final class Entries<K, V> implements Iterator<Map.Entry<K, V>> {
        private final LinkedHashMap<K, V> map;
        private Linked<K, V> next;
        private Linked<K, V> given;
        private int expected;

        Entries(LinkedHashMap<K, V> map, Linked<K, V> first) {
            this.map = map;
            this.next = first;
            this.expected = map.modCount;
        }

        private void checkUnchanged() {
            if (map.modCount != expected) {
                throw new ConcurrentModificationException();
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Map.Entry<K, V> next() {
            checkUnchanged();
            if (next == null) {
                throw new NoSuchElementException();
            }
            given = next;
            next = next.after;
            return given;
        }

        @Override
        public void remove() {
            if (given == null) {
                throw new IllegalStateException();
            }
            checkUnchanged();
            map.removeNode(given.getKey());
            given = null;
            expected = map.modCount;
        }
    }

    @Override
    Iterator<Map.Entry<K, V>> entryIterator() {
        return new Entries<K, V>(this, eldest);
    }

    @Override
    public Object clone() {
        return new LinkedHashMap<K, V>(this);
    }
}
