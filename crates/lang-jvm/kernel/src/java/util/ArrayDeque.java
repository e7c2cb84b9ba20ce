/** Model of java.util.ArrayDeque: a ring in an array. */
package java.util;

import java.io.Serializable;

public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, Serializable {
    private Object[] ring;
    private int first;
    private int size;

    public ArrayDeque() {
        this(16);
    }

    public ArrayDeque(int capacity) {
        this.ring = new Object[Math.max(capacity, 1)];
    }

    public ArrayDeque(Collection<? extends E> other) {
        this(other.size());
        addAll(other);
    }

    private int at(int index) {
        return (first + index) % ring.length;
    }

    private void makeRoom() {
        if (size == ring.length) {
            Object[] larger = new Object[2 * size];
            for (int i = 0; i < size; i++) {
                larger[i] = ring[at(i)];
            }
            ring = larger;
            first = 0;
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void addFirst(E element) {
        Objects.requireNonNull(element);
        makeRoom();
        first = at(ring.length - 1);
        ring[first] = element;
        size++;
    }

    @Override
    public void addLast(E element) {
        Objects.requireNonNull(element);
        makeRoom();
        ring[at(size)] = element;
        size++;
    }

    @Override
    public E pollFirst() {
        E element = peekFirst();
        if (size > 0) {
            ring[first] = null;
            first = at(1);
            size--;
        }
        return element;
    }

    @Override
    public E pollLast() {
        E element = peekLast();
        if (size > 0) {
            size--;
            ring[at(size)] = null;
        }
        return element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E peekFirst() {
        return size == 0 ? null : (E) ring[first];
    }

    @Override
    @SuppressWarnings("unchecked")
    public E peekLast() {
        return size == 0 ? null : (E) ring[at(size - 1)];
    }

    @Override
    public boolean add(E element) {
        addLast(element);
        return true;
    }

    @Override
    public boolean offer(E element) {
        return offerLast(element);
    }

    @Override
    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    @Override
    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    @Override
    public E removeFirst() {
        checkNotEmpty();
        return pollFirst();
    }

    @Override
    public E removeLast() {
        checkNotEmpty();
        return pollLast();
    }

    @Override
    public E getFirst() {
        checkNotEmpty();
        return peekFirst();
    }

    @Override
    public E getLast() {
        checkNotEmpty();
        return peekLast();
    }

    private void checkNotEmpty() {
        if (size() == 0) {
            throw new NoSuchElementException();
        }
    }

    @Override
    public E remove() {
        return removeFirst();
    }

    @Override
    public E poll() {
        return pollFirst();
    }

    @Override
    public E element() {
        return getFirst();
    }

    @Override
    public E peek() {
        return peekFirst();
    }

    @Override
    public void push(E element) {
        addFirst(element);
    }

    @Override
    public E pop() {
        return removeFirst();
    }

    private void removeAt(int index) {
        for (int i = index; i < size - 1; i++) {
            ring[at(i)] = ring[at(i + 1)];
        }
        size--;
        ring[at(size)] = null;
    }

    @Override
    public boolean remove(Object object) {
        return removeFirstOccurrence(object);
    }

    @Override
    public boolean removeFirstOccurrence(Object object) {
        for (int i = 0; i < size; i++) {
            if (ring[at(i)].equals(object)) {
                removeAt(i);
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean removeLastOccurrence(Object object) {
        for (int i = size - 1; i >= 0; i--) {
            if (ring[at(i)].equals(object)) {
                removeAt(i);
                return true;
            }
        }
        return false;
    }

    @Override
    public void clear() {
        while (size > 0) {
            pollFirst();
        }
    }

    /** Both directions: by steps of 1 or -1. */
    static final class Walk<E> implements Iterator<E> {
        private final ArrayDeque<E> deque;
        private final int step;
        private int next;
        private int given = -1;

        Walk(ArrayDeque<E> deque, int next, int step) {
            this.deque = deque;
            this.next = next;
            this.step = step;
        }

        @Override
        public boolean hasNext() {
            return next >= 0 && next < deque.size;
        }

        @Override
        @SuppressWarnings("unchecked")
        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            given = next;
            next += step;
            return (E) deque.ring[deque.at(given)];
        }

        @Override
        public void remove() {
            if (given < 0) {
                throw new IllegalStateException();
            }
            deque.removeAt(given);
            next = step > 0 ? given : next;
            given = -1;
        }
    }

    @Override
    public Iterator<E> iterator() {
        return new Walk<E>(this, 0, 1);
    }

    @Override
    public Iterator<E> descendingIterator() {
        return new Walk<E>(this, size - 1, -1);
    }

    @Override
    public ArrayDeque<E> clone() {
        return new ArrayDeque<E>(this);
    }
}
