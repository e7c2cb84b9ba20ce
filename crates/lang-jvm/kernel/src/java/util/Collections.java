/** Model of java.util.Collections: what programs use most. */
package java.util;

import java.io.Serializable;

public class Collections {
    private Collections() {
    }

    /** The reverse of an order, or of the natural order if there is none. */
    static final class Reverse<T> implements Comparator<T>, Serializable {
        private final Comparator<? super T> order;

        Reverse(Comparator<? super T> order) {
            this.order = order;
        }

        @Override
        @SuppressWarnings("unchecked")
        public int compare(T left, T right) {
            return order == null ? ((Comparable<Object>) right).compareTo(left) : order.compare(right, left);
        }

        @Override
        @SuppressWarnings("unchecked")
        public Comparator<T> reversed() {
            return order == null ? (Comparator<T>) Comparator.naturalOrder() : (Comparator<T>) order;
        }
    }

    public static <T> Comparator<T> reverseOrder() {
        return new Reverse<T>(null);
    }

    public static <T> Comparator<T> reverseOrder(Comparator<T> order) {
        return order instanceof Reverse ? order.reversed() : new Reverse<T>(order);
    }

    public static <T extends Comparable<? super T>> void sort(List<T> list) {
        list.sort(null);
    }

    public static <T> void sort(List<T> list, Comparator<? super T> order) {
        list.sort(order);
    }

    @SuppressWarnings("unchecked")
    private static <T> int compare(Comparator<? super T> order, T left, T right) {
        return order == null ? ((Comparable<Object>) left).compareTo(right) : order.compare(left, right);
    }

    public static <T> int binarySearch(List<? extends Comparable<? super T>> list, T key) {
        int low = 0;
        int high = list.size() - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int compared = list.get(middle).compareTo(key);
            if (compared == 0) {
                return middle;
            }
            if (compared < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -(low + 1);
    }

    public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> elements) {
        return max(elements, null);
    }

    public static <T> T max(Collection<? extends T> elements, Comparator<? super T> order) {
        Iterator<? extends T> next = elements.iterator();
        T best = next.next();
        while (next.hasNext()) {
            T other = next.next();
            if (compare(order, other, best) > 0) {
                best = other;
            }
        }
        return best;
    }

    public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> elements) {
        return min(elements, null);
    }

    public static <T> T min(Collection<? extends T> elements, Comparator<? super T> order) {
        Iterator<? extends T> next = elements.iterator();
        T best = next.next();
        while (next.hasNext()) {
            T other = next.next();
            if (compare(order, other, best) < 0) {
                best = other;
            }
        }
        return best;
    }

    @SuppressWarnings("unchecked")
    public static void swap(List<?> list, int i, int j) {
        List<Object> objects = (List<Object>) list;
        objects.set(i, objects.set(j, objects.get(i)));
    }

    public static void reverse(List<?> list) {
        for (int i = 0, j = list.size() - 1; i < j; i++, j--) {
            swap(list, i, j);
        }
    }

    public static <T> void fill(List<? super T> list, T value) {
        for (int i = 0; i < list.size(); i++) {
            list.set(i, value);
        }
    }

    public static int frequency(Collection<?> elements, Object object) {
        int found = 0;
        for (Object element : elements) {
            if (Objects.equals(object, element)) {
                found++;
            }
        }
        return found;
    }

    @SafeVarargs
    public static <T> boolean addAll(Collection<? super T> target, T... elements) {
        boolean changed = false;
        for (int i = 0; i < elements.length; i++) {
            changed |= target.add(elements[i]);
        }
        return changed;
    }

    @SuppressWarnings("unchecked")
    public static <T> List<T> emptyList() {
        return new FixedList<T>((T[]) new Object[0], true);
    }

    public static <T> List<T> nCopies(int count, T value) {
        if (count < 0) {
            throw new IllegalArgumentException("List length = ".concat(String.valueOf(count)));
        }
        return new CopiesList<T>(value, count);
    }

    public static <T> List<T> singletonList(T element) {
        return new CopiesList<T>(element, 1);
    }

    public static <T> List<T> unmodifiableList(List<? extends T> list) {
        return new UnmodifiableList<T>(list);
    }
}
