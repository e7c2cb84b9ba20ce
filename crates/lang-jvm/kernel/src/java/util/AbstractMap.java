/** Model of java.util.AbstractMap: everything from `entrySet`. */
package java.util;

import java.io.Serializable;

public abstract class AbstractMap<K, V> implements Map<K, V> {
    protected AbstractMap() {
    }

    private Map.Entry<K, V> find(Object key) {
        for (Map.Entry<K, V> entry : entrySet()) {
            if (Objects.equals(key, entry.getKey())) {
                return entry;
            }
        }
        return null;
    }

    @Override
    public int size() {
        return entrySet().size();
    }

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        for (Map.Entry<K, V> entry : entrySet()) {
            if (Objects.equals(value, entry.getValue())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public V get(Object key) {
        Map.Entry<K, V> entry = find(key);
        return entry == null ? null : entry.getValue();
    }

    @Override
    public V put(K key, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V remove(Object key) {
        for (Iterator<Map.Entry<K, V>> next = entrySet().iterator(); next.hasNext();) {
            Map.Entry<K, V> entry = next.next();
            if (Objects.equals(key, entry.getKey())) {
                V old = entry.getValue();
                next.remove();
                return old;
            }
        }
        return null;
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> other) {
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public void clear() {
        entrySet().clear();
    }

    /** An iterator over the keys or the values of entries. */
    static final class Part<K, V, T> implements Iterator<T> {
        private final Iterator<Map.Entry<K, V>> entries;
        private final boolean keys;

        Part(Iterator<Map.Entry<K, V>> entries, boolean keys) {
            this.entries = entries;
            this.keys = keys;
        }

        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        @SuppressWarnings("unchecked")
        public T next() {
            Map.Entry<K, V> entry = entries.next();
            return (T) (keys ? entry.getKey() : entry.getValue());
        }

        @Override
        public void remove() {
            entries.remove();
        }
    }

    static final class Keys<K, V> extends AbstractSet<K> {
        private final Map<K, V> map;

        Keys(Map<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public Iterator<K> iterator() {
            return new Part<K, V, K>(map.entrySet().iterator(), true);
        }

        @Override
        public boolean contains(Object key) {
            return map.containsKey(key);
        }

        @Override
        public boolean remove(Object key) {
            boolean present = map.containsKey(key);
            map.remove(key);
            return present;
        }

        @Override
        public void clear() {
            map.clear();
        }
    }

    static final class Values<K, V> extends AbstractCollection<V> {
        private final Map<K, V> map;

        Values(Map<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public Iterator<V> iterator() {
            return new Part<K, V, V>(map.entrySet().iterator(), false);
        }

        @Override
        public boolean contains(Object value) {
            return map.containsValue(value);
        }

        @Override
        public void clear() {
            map.clear();
        }
    }

    @Override
    public Set<K> keySet() {
        return new Keys<K, V>(this);
    }

    @Override
    public Collection<V> values() {
        return new Values<K, V>(this);
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Map)) {
            return false;
        }
        Map<?, ?> that = (Map<?, ?>) other;
        if (that.size() != size()) {
            return false;
        }
        for (Map.Entry<K, V> entry : entrySet()) {
            K key = entry.getKey();
            if (!that.containsKey(key) || !Objects.equals(entry.getValue(), that.get(key))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int sum = 0;
        for (Map.Entry<K, V> entry : entrySet()) {
            sum += entry.hashCode();
        }
        return sum;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append('{');
        String between = "";
        for (Map.Entry<K, V> entry : entrySet()) {
            text.append(between);
            appendUnlessThis(text, entry.getKey());
            text.append('=');
            appendUnlessThis(text, entry.getValue());
            between = ", ";
        }
        return text.append('}').toString();
    }

    private void appendUnlessThis(StringBuilder text, Object object) {
        if (object == this) {
            text.append("(this Map)");
        } else {
            text.append(object);
        }
    }

    static boolean sameEntry(Map.Entry<?, ?> entry, Object other) {
        if (!(other instanceof Map.Entry)) {
            return false;
        }
        Map.Entry<?, ?> that = (Map.Entry<?, ?>) other;
        return Objects.equals(entry.getKey(), that.getKey()) && Objects.equals(entry.getValue(), that.getValue());
    }

    static int entryHash(Map.Entry<?, ?> entry) {
        return Objects.hashCode(entry.getKey()) ^ Objects.hashCode(entry.getValue());
    }

    static String entryText(Map.Entry<?, ?> entry) {
        return new StringBuilder().append(entry.getKey()).append('=').append(entry.getValue()).toString();
    }

    public static class SimpleEntry<K, V> implements Map.Entry<K, V>, Serializable {
        private final K key;
        private V value;

        public SimpleEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public SimpleEntry(Map.Entry<? extends K, ? extends V> entry) {
            this(entry.getKey(), entry.getValue());
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            return value;
        }

        @Override
        public V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }

        @Override
        public boolean equals(Object other) {
            return sameEntry(this, other);
        }

        @Override
        public int hashCode() {
            return entryHash(this);
        }

        @Override
        public String toString() {
            return entryText(this);
        }
    }

    public static class SimpleImmutableEntry<K, V> implements Map.Entry<K, V>, Serializable {
        private final K key;
        private final V value;

        public SimpleImmutableEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            return value;
        }

        @Override
        public V setValue(V value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean equals(Object other) {
            return sameEntry(this, other);
        }

        @Override
        public int hashCode() {
            return entryHash(this);
        }

        @Override
        public String toString() {
            return entryText(this);
        }
    }
}
