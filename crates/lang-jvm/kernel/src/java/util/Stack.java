/** Model of java.util.Stack. */
package java.util;

public class Stack<E> extends Vector<E> {
    public Stack() {
    }

    public E push(E element) {
        add(element);
        return element;
    }

    public E pop() {
        E top = peek();
        remove(size() - 1);
        return top;
    }

    public E peek() {
        if (isEmpty()) {
            throw new EmptyStackException();
        }
        return get(size() - 1);
    }

    public boolean empty() {
        return isEmpty();
    }

    public int search(Object object) {
        int index = lastIndexOf(object);
        return index < 0 ? -1 : size() - index;
    }
}
