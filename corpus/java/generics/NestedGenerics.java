// Static nested and inner generic classes, a recursive bound, and a generic linked list with an iterator.
//@ check: holds
//@ out: 9 null 5 c
//@ out: 3
import java.util.Iterator;
import java.util.NoSuchElementException;

public class NestedGenerics {
    static class Chain<T> implements Iterable<T> {
        private static class Link<T> {
            final T value;
            Link<T> next;

            Link(T value) {
                this.value = value;
            }
        }

        private Link<T> first, last;

        Chain<T> add(T value) {
            Link<T> link = new Link<>(value);
            if (first == null) {
                first = link;
            } else {
                last.next = link;
            }
            last = link;
            return this;
        }

        private class Walk implements Iterator<T> {
            private Link<T> at = first;

            public boolean hasNext() {
                return at != null;
            }

            public T next() {
                if (at == null) {
                    throw new NoSuchElementException();
                }
                T value = at.value;
                at = at.next;
                return value;
            }
        }

        public Iterator<T> iterator() {
            return new Walk();
        }
    }

    static <T extends Comparable<? super T>> T largest(Iterable<? extends T> values) {
        T best = null;
        for (T value : values) {
            if (best == null || value.compareTo(best) > 0) {
                best = value;
            }
        }
        return best;
    }

    public static void main(String[] args) {
        Chain<Chain<Integer>> rows = new Chain<>();
        rows.add(new Chain<Integer>().add(3).add(9)).add(new Chain<>()).add(new Chain<Integer>().add(5));
        for (Chain<Integer> row : rows) {
            System.out.print(largest(row) + " ");
        }
        System.out.println(largest(new Chain<String>().add("b").add("c").add("a")));
        Iterator<Chain<Integer>> it = rows.iterator();
        int n = 0;
        try {
            while (true) {
                it.next();
                n++;
            }
        } catch (NoSuchElementException e) {
            System.out.println(n);
        }
    }
}
