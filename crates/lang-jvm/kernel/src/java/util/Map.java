/** Model of java.util.Map; without the immutable maps, whose order differs from run to run. */
package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

public interface Map<K, V> {
    int size();

    boolean isEmpty();

    boolean containsKey(Object key);

    boolean containsValue(Object value);

    V get(Object key);

    V put(K key, V value);

    V remove(Object key);

    void putAll(Map<? extends K, ? extends V> other);

    void clear();

    Set<K> keySet();

    Collection<V> values();

    Set<Map.Entry<K, V>> entrySet();

    boolean equals(Object other);

    int hashCode();

    interface Entry<K, V> {
        K getKey();

        V getValue();

        V setValue(V value);

        boolean equals(Object other);

        int hashCode();

        static <K extends Comparable<? super K>, V> Comparator<Map.Entry<K, V>> comparingByKey() {
            return new Comparator<Map.Entry<K, V>>() {
                @Override
                public int compare(Map.Entry<K, V> left, Map.Entry<K, V> right) {
                    return left.getKey().compareTo(right.getKey());
                }
            };
        }

        static <K, V extends Comparable<? super V>> Comparator<Map.Entry<K, V>> comparingByValue() {
            return new Comparator<Map.Entry<K, V>>() {
                @Override
                public int compare(Map.Entry<K, V> left, Map.Entry<K, V> right) {
                    return left.getValue().compareTo(right.getValue());
                }
            };
        }
    }

    static <K, V> Map.Entry<K, V> entry(K key, V value) {
        return new AbstractMap.SimpleImmutableEntry<K, V>(Objects.requireNonNull(key), Objects.requireNonNull(value));
    }

    default V getOrDefault(Object key, V otherwise) {
        V value = get(key);
        return value != null || containsKey(key) ? value : otherwise;
    }

    default void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        for (Map.Entry<K, V> entry : entrySet()) {
            action.accept(entry.getKey(), entry.getValue());
        }
    }

    default void replaceAll(BiFunction<? super K, ? super V, ? extends V> change) {
        Objects.requireNonNull(change);
        for (Map.Entry<K, V> entry : entrySet()) {
            entry.setValue(change.apply(entry.getKey(), entry.getValue()));
        }
    }

    default V putIfAbsent(K key, V value) {
        V old = get(key);
        return old == null ? put(key, value) : old;
    }

    default boolean remove(Object key, Object value) {
        if (!containsKey(key) || !Objects.equals(get(key), value)) {
            return false;
        }
        remove(key);
        return true;
    }

    default boolean replace(K key, V old, V value) {
        if (!containsKey(key) || !Objects.equals(get(key), old)) {
            return false;
        }
        put(key, value);
        return true;
    }

    default V replace(K key, V value) {
        return containsKey(key) ? put(key, value) : null;
    }

    default V computeIfAbsent(K key, Function<? super K, ? extends V> make) {
        Objects.requireNonNull(make);
        V old = get(key);
        if (old != null) {
            return old;
        }
        V made = make.apply(key);
        if (made != null) {
            put(key, made);
        }
        return made;
    }

    default V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        Objects.requireNonNull(change);
        V old = get(key);
        return old == null ? null : store(this, key, true, change.apply(key, old));
    }

    default V compute(K key, BiFunction<? super K, ? super V, ? extends V> change) {
        Objects.requireNonNull(change);
        V old = get(key);
        return store(this, key, old != null || containsKey(key), change.apply(key, old));
    }

    default V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> join) {
        Objects.requireNonNull(join);
        Objects.requireNonNull(value);
        V old = get(key);
        return store(this, key, old != null, old == null ? value : join.apply(old, value));
    }

    /** A computed value replaces what the key has; null removes it. */
    static <K, V> V store(Map<K, V> map, K key, boolean present, V value) {
        if (value != null) {
            map.put(key, value);
        } else if (present) {
            map.remove(key);
        }
        return value;
    }
}
