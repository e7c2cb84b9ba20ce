/** Model of java.util.AbstractQueue: the methods that throw, from those that do not. */
package java.util;

public abstract class AbstractQueue<E> extends AbstractCollection<E> implements Queue<E> {
    protected AbstractQueue() {
    }

    @Override
    public boolean add(E element) {
        if (!offer(element)) {
            throw new IllegalStateException("Queue full");
        }
        return true;
    }

    @Override
    public E remove() {
        E first = poll();
        if (first == null) {
            throw new NoSuchElementException();
        }
        return first;
    }

    @Override
    public E element() {
        E first = peek();
        if (first == null) {
            throw new NoSuchElementException();
        }
        return first;
    }

    @Override
    public void clear() {
        while (poll() != null) {
        }
    }
}
