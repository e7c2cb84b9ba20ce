/** Model of java.util.PriorityQueue: a binary heap in an array, with the usual sifting, so that its order is the same. */
package java.util;

import java.io.Serializable;

public class PriorityQueue<E> extends AbstractQueue<E> implements Serializable {
    private Object[] heap;
    private int size;
    private int modCount;
    private final Comparator<? super E> order;

    public PriorityQueue() {
        this(11, null);
    }

    public PriorityQueue(int capacity) {
        this(capacity, null);
    }

    public PriorityQueue(Comparator<? super E> order) {
        this(11, order);
    }

    public PriorityQueue(int capacity, Comparator<? super E> order) {
        if (capacity < 1) {
            throw new IllegalArgumentException();
        }
        this.heap = new Object[capacity];
        this.order = order;
    }

    public PriorityQueue(Collection<? extends E> other) {
        this.heap = other.toArray();
        this.size = heap.length;
        this.order = null;
        for (int i = (size >>> 1) - 1; i >= 0; i--) {
            siftDown(i, element(i));
        }
    }

    @SuppressWarnings("unchecked")
    private E element(int index) {
        return (E) heap[index];
    }

    @SuppressWarnings("unchecked")
    private boolean isBefore(E left, E right) {
        int compared = order == null ? ((Comparable<Object>) left).compareTo(right) : order.compare(left, right);
        return compared < 0;
    }

    private void siftUp(int index, E moved) {
        int at = index;
        while (at > 0) {
            int parent = at - 1 >>> 1;
            if (!isBefore(moved, element(parent))) {
                break;
            }
            heap[at] = heap[parent];
            at = parent;
        }
        heap[at] = moved;
    }

    private void siftDown(int index, E moved) {
        int at = index;
        while (at < size >>> 1) {
            int child = 2 * at + 1;
            if (child + 1 < size && isBefore(element(child + 1), element(child))) {
                child++;
            }
            if (!isBefore(element(child), moved)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = moved;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean offer(E element) {
        Objects.requireNonNull(element);
        if (size == 0 && order == null) {
            ((Comparable<Object>) element).compareTo(element);
        }
        modCount++;
        if (size == heap.length) {
            Object[] larger = new Object[2 * size + 2];
            for (int i = 0; i < size; i++) {
                larger[i] = heap[i];
            }
            heap = larger;
        }
        size++;
        siftUp(size - 1, element);
        return true;
    }

    @Override
    public E peek() {
        return size == 0 ? null : element(0);
    }

    @Override
    public E poll() {
        if (size == 0) {
            return null;
        }
        E first = element(0);
        removeAt(0);
        return first;
    }

    private void removeAt(int index) {
        modCount++;
        size--;
        E moved = element(size);
        heap[size] = null;
        if (index < size) {
            siftDown(index, moved);
            if (heap[index] == moved) {
                siftUp(index, moved);
            }
        }
    }

    @Override
    public boolean remove(Object object) {
        for (int i = 0; i < size; i++) {
            if (heap[i].equals(object)) {
                removeAt(i);
                return true;
            }
        }
        return false;
    }

    public Comparator<? super E> comparator() {
        return order;
    }

    /** Removing through the iterator is left out: it may move elements that were not given yet to the front. */
    static final class Walk<E> implements Iterator<E> {
        private final PriorityQueue<E> queue;
        private final int expected;
        private int next;

        Walk(PriorityQueue<E> queue) {
            this.queue = queue;
            this.expected = queue.modCount;
        }

        @Override
        public boolean hasNext() {
            return next < queue.size;
        }

        @Override
        public E next() {
            if (queue.modCount != expected) {
                throw new ConcurrentModificationException();
            }
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return queue.element(next++);
        }

        @Override
        public native void remove();
    }

    @Override
    public Iterator<E> iterator() {
        return new Walk<E>(this);
    }
}
