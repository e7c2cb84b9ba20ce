/** The order of {@link Comparator#nullsFirst} and {@link Comparator#nullsLast}. */
package java.util;

final class NullsAtOneEnd<T> implements Comparator<T> {
    private final int ofNull;
    private final Comparator<? super T> order;

    NullsAtOneEnd(int ofNull, Comparator<? super T> order) {
        this.ofNull = ofNull;
        this.order = order;
    }

    @Override
    public int compare(T left, T right) {
        if (left == null) {
            return right == null ? 0 : ofNull;
        }
        if (right == null) {
            return -ofNull;
        }
        return order == null ? 0 : order.compare(left, right);
    }

    @Override
    public Comparator<T> reversed() {
        return new NullsAtOneEnd<T>(-ofNull, order == null ? null : order.reversed());
    }
}
