/** Model of java.util.LinkedList: a doubly linked ring around a header. */
package java.util;

import java.io.Serializable;

public class LinkedList<E> extends AbstractSequentialList<E> implements List<E>, Deque<E>, Cloneable, Serializable {
    private final Node<E> header = new Node<E>(null);
    private int size;

    static final class Node<E> {
        E value;
        Node<E> next = this;
        Node<E> previous = this;

        Node(E value) {
            this.value = value;
        }
    }

    public LinkedList() {
    }

    public LinkedList(Collection<? extends E> other) {
        addAll(other);
    }

    @Override
    public int size() {
        return size;
    }

    private void insertBefore(Node<E> next, E value) {
        Node<E> node = new Node<E>(value);
        node.next = next;
        node.previous = next.previous;
        next.previous.next = node;
        next.previous = node;
        size++;
        modCount++;
    }

    private E unlink(Node<E> node) {
        node.previous.next = node.next;
        node.next.previous = node.previous;
        size--;
        modCount++;
        return node.value;
    }

    private Node<E> node(int index) {
        Node<E> node = header;
        if (index < size / 2) {
            for (int i = 0; i <= index; i++) {
                node = node.next;
            }
        } else {
            for (int i = size; i > index; i--) {
                node = node.previous;
            }
        }
        return node;
    }

    @Override
    public void addFirst(E element) {
        insertBefore(header.next, element);
    }

    @Override
    public void addLast(E element) {
        insertBefore(header, element);
    }

    @Override
    public E pollFirst() {
        return size == 0 ? null : unlink(header.next);
    }

    @Override
    public E pollLast() {
        return size == 0 ? null : unlink(header.previous);
    }

    @Override
    public E peekFirst() {
        return header.next.value;
    }

    @Override
    public E peekLast() {
        return header.previous.value;
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

    @Override
    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    @Override
    public boolean remove(Object object) {
        return removeFirstOccurrence(object);
    }

    @Override
    public boolean removeFirstOccurrence(Object object) {
        for (Node<E> node = header.next; node != header; node = node.next) {
            if (Objects.equals(object, node.value)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean removeLastOccurrence(Object object) {
        for (Node<E> node = header.previous; node != header; node = node.previous) {
            if (Objects.equals(object, node.value)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    @Override
    public void clear() {
        header.next = header;
        header.previous = header;
        size = 0;
        modCount++;
    }

    static final class Walk<E> implements ListIterator<E> {
        private final LinkedList<E> list;
        private Node<E> next;
        private int index;
        private Node<E> given;
        private int expected;

        Walk(LinkedList<E> list, int index) {
            this.list = list;
            this.next = list.node(index);
            this.index = index;
            this.expected = list.modCount;
        }

        private void checkUnchanged() {
            if (list.modCount != expected) {
                throw new ConcurrentModificationException();
            }
        }

        @Override
        public boolean hasNext() {
            return index < list.size;
        }

        @Override
        public E next() {
            checkUnchanged();
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            given = next;
            next = next.next;
            index++;
            return given.value;
        }

        @Override
        public boolean hasPrevious() {
            return index > 0;
        }

        @Override
        public E previous() {
            checkUnchanged();
            if (!hasPrevious()) {
                throw new NoSuchElementException();
            }
            next = next.previous;
            given = next;
            index--;
            return given.value;
        }

        @Override
        public int nextIndex() {
            return index;
        }

        @Override
        public int previousIndex() {
            return index - 1;
        }

        private void checkGiven() {
            if (given == null) {
                throw new IllegalStateException();
            }
        }

        @Override
        public void remove() {
            checkUnchanged();
            checkGiven();
            if (next == given) {
                next = given.next;
            } else {
                index--;
            }
            list.unlink(given);
            given = null;
            expected = list.modCount;
        }

        @Override
        public void set(E element) {
            checkGiven();
            checkUnchanged();
            given.value = element;
        }

        @Override
        public void add(E element) {
            checkUnchanged();
            list.insertBefore(next, element);
            index++;
            given = null;
            expected = list.modCount;
        }
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > size) {
            throw outOfBounds(index, size);
        }
        return new Walk<E>(this, index);
    }

    static final class Backwards<E> implements Iterator<E> {
        private final ListIterator<E> walk;

        Backwards(ListIterator<E> walk) {
            this.walk = walk;
        }

        @Override
        public boolean hasNext() {
            return walk.hasPrevious();
        }

        @Override
        public E next() {
            return walk.previous();
        }

        @Override
        public void remove() {
            walk.remove();
        }
    }

    @Override
    public Iterator<E> descendingIterator() {
        return new Backwards<E>(listIterator(size));
    }

    @Override
    public Object clone() {
        return new LinkedList<E>(this);
    }
}
