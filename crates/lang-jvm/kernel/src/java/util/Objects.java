/** Model of java.util.Objects. */
package java.util;

import java.util.function.Supplier;

public final class Objects {
    private Objects() {
    }

    public static boolean equals(Object left, Object right) {
        return left == right || left != null && left.equals(right);
    }

    public static boolean deepEquals(Object left, Object right) {
        return left == right || left != null && Arrays.deepEquals(new Object[] {left}, new Object[] {right});
    }

    public static int hashCode(Object object) {
        return object == null ? 0 : object.hashCode();
    }

    public static int hash(Object... values) {
        return Arrays.hashCode(values);
    }

    public static String toString(Object object) {
        return String.valueOf(object);
    }

    public static String toString(Object object, String otherwise) {
        return object == null ? otherwise : object.toString();
    }

    public static <T> int compare(T left, T right, Comparator<? super T> order) {
        return left == right ? 0 : order.compare(left, right);
    }

    public static <T> T requireNonNull(T object) {
        if (object == null) {
            throw new NullPointerException();
        }
        return object;
    }

    public static <T> T requireNonNull(T object, String message) {
        if (object == null) {
            throw new NullPointerException(message);
        }
        return object;
    }

    public static <T> T requireNonNull(T object, Supplier<String> message) {
        if (object == null) {
            throw new NullPointerException(message == null ? null : message.get());
        }
        return object;
    }

    public static <T> T requireNonNullElse(T object, T otherwise) {
        return object != null ? object : requireNonNull(otherwise, "defaultObj");
    }

    public static <T> T requireNonNullElseGet(T object, Supplier<? extends T> otherwise) {
        if (object != null) {
            return object;
        }
        Supplier<? extends T> supplier = requireNonNull(otherwise, "supplier");
        return requireNonNull(supplier.get(), "supplier.get()");
    }

    public static boolean isNull(Object object) {
        return object == null;
    }

    public static boolean nonNull(Object object) {
        return object != null;
    }

    public static int checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException(new StringBuilder().append("Index ").append(index)
                .append(" out of bounds for length ").append(length).toString());
        }
        return index;
    }
}
