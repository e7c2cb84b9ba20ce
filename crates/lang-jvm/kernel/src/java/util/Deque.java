/** Model of java.util.Deque. */
package java.util;

public interface Deque<E> extends Queue<E> {
    void addFirst(E element);

    void addLast(E element);

    boolean offerFirst(E element);

    boolean offerLast(E element);

    E removeFirst();

    E removeLast();

    E pollFirst();

    E pollLast();

    E getFirst();

    E getLast();

    E peekFirst();

    E peekLast();

    void push(E element);

    E pop();

    boolean removeFirstOccurrence(Object object);

    boolean removeLastOccurrence(Object object);

    Iterator<E> descendingIterator();
}
