/** Model of java.util.Arrays, without streams and spliterators. Sorting objects is stable, as in the JDK. */
package java.util;

public final class Arrays {
    private Arrays() {
    }

    @SafeVarargs
    public static <T> List<T> asList(T... elements) {
        return new FixedList<T>(Objects.requireNonNull(elements), true);
    }

    private static void checkRange(int length, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(new StringBuilder().append("fromIndex(").append(from)
                .append(") > toIndex(").append(to).append(")").toString());
        }
        if (from < 0) {
            throw new ArrayIndexOutOfBoundsException(from);
        }
        if (to > length) {
            throw new ArrayIndexOutOfBoundsException(to);
        }
    }

    private static int lengthOfRange(int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(
                new StringBuilder().append(from).append(" > ").append(to).toString());
        }
        return to - from;
    }

    public static String toString(int[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < array.length; i++) {
            text.append(i == 0 ? "" : ", ").append(array[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(int[] left, int[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (!(left[i] == right[i])) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(int[] array) {
        if (array == null) {
            return 0;
        }
        int sum = 1;
        for (int i = 0; i < array.length; i++) {
            sum = 31 * sum + Integer.hashCode(array[i]);
        }
        return sum;
    }

    public static void fill(int[] array, int value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(int[] array, int from, int to, int value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static int[] copyOf(int[] array, int length) {
        int[] copy = new int[length];
        for (int i = 0; i < length && i < array.length; i++) {
            copy[i] = array[i];
        }
        return copy;
    }

    public static int[] copyOfRange(int[] array, int from, int to) {
        int[] copy = new int[lengthOfRange(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void sort(int[] array) {
        insertionSort(array, 0, array.length);
    }

    public static void sort(int[] array, int from, int to) {
        checkRange(array.length, from, to);
        insertionSort(array, from, to);
    }

    /** The order of equal numbers does not show, so the simplest sort will do. */
    private static void insertionSort(int[] array, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int moved = array[i];
            int at = i;
            for (; at > from && array[at - 1] > moved; at--) {
                array[at] = array[at - 1];
            }
            array[at] = moved;
        }
    }

    public static int binarySearch(int[] array, int key) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static String toString(long[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < array.length; i++) {
            text.append(i == 0 ? "" : ", ").append(array[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(long[] left, long[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (!(left[i] == right[i])) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(long[] array) {
        if (array == null) {
            return 0;
        }
        int sum = 1;
        for (int i = 0; i < array.length; i++) {
            sum = 31 * sum + Long.hashCode(array[i]);
        }
        return sum;
    }

    public static void fill(long[] array, long value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(long[] array, int from, int to, long value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static long[] copyOf(long[] array, int length) {
        long[] copy = new long[length];
        for (int i = 0; i < length && i < array.length; i++) {
            copy[i] = array[i];
        }
        return copy;
    }

    public static long[] copyOfRange(long[] array, int from, int to) {
        long[] copy = new long[lengthOfRange(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void sort(long[] array) {
        insertionSort(array, 0, array.length);
    }

    public static void sort(long[] array, int from, int to) {
        checkRange(array.length, from, to);
        insertionSort(array, from, to);
    }

    /** The order of equal numbers does not show, so the simplest sort will do. */
    private static void insertionSort(long[] array, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            long moved = array[i];
            int at = i;
            for (; at > from && array[at - 1] > moved; at--) {
                array[at] = array[at - 1];
            }
            array[at] = moved;
        }
    }

    public static int binarySearch(long[] array, long key) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static String toString(double[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < array.length; i++) {
            text.append(i == 0 ? "" : ", ").append(array[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(double[] left, double[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (!(Double.compare(left[i], right[i]) == 0)) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(double[] array) {
        if (array == null) {
            return 0;
        }
        int sum = 1;
        for (int i = 0; i < array.length; i++) {
            sum = 31 * sum + Double.hashCode(array[i]);
        }
        return sum;
    }

    public static void fill(double[] array, double value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(double[] array, int from, int to, double value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static double[] copyOf(double[] array, int length) {
        double[] copy = new double[length];
        for (int i = 0; i < length && i < array.length; i++) {
            copy[i] = array[i];
        }
        return copy;
    }

    public static double[] copyOfRange(double[] array, int from, int to) {
        double[] copy = new double[lengthOfRange(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void sort(double[] array) {
        insertionSort(array, 0, array.length);
    }

    public static void sort(double[] array, int from, int to) {
        checkRange(array.length, from, to);
        insertionSort(array, from, to);
    }

    /** The order of equal numbers does not show, so the simplest sort will do. */
    private static void insertionSort(double[] array, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            double moved = array[i];
            int at = i;
            for (; at > from && Double.compare(array[at - 1], moved) > 0; at--) {
                array[at] = array[at - 1];
            }
            array[at] = moved;
        }
    }

    public static int binarySearch(double[] array, double key) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (Double.compare(array[middle], key) < 0) {
                low = middle + 1;
            } else if (Double.compare(array[middle], key) > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static String toString(float[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < array.length; i++) {
            text.append(i == 0 ? "" : ", ").append(array[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(float[] left, float[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (!(Float.compare(left[i], right[i]) == 0)) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(float[] array) {
        if (array == null) {
            return 0;
        }
        int sum = 1;
        for (int i = 0; i < array.length; i++) {
            sum = 31 * sum + Float.hashCode(array[i]);
        }
        return sum;
    }

    public static void fill(float[] array, float value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(float[] array, int from, int to, float value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static float[] copyOf(float[] array, int length) {
        float[] copy = new float[length];
        for (int i = 0; i < length && i < array.length; i++) {
            copy[i] = array[i];
        }
        return copy;
    }

    public static float[] copyOfRange(float[] array, int from, int to) {
        float[] copy = new float[lengthOfRange(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void sort(float[] array) {
        insertionSort(array, 0, array.length);
    }

    public static void sort(float[] array, int from, int to) {
        checkRange(array.length, from, to);
        insertionSort(array, from, to);
    }

    /** The order of equal numbers does not show, so the simplest sort will do. */
    private static void insertionSort(float[] array, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            float moved = array[i];
            int at = i;
            for (; at > from && Float.compare(array[at - 1], moved) > 0; at--) {
                array[at] = array[at - 1];
            }
            array[at] = moved;
        }
    }

    public static int binarySearch(float[] array, float key) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (Float.compare(array[middle], key) < 0) {
                low = middle + 1;
            } else if (Float.compare(array[middle], key) > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static String toString(char[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < array.length; i++) {
            text.append(i == 0 ? "" : ", ").append(array[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(char[] left, char[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (!(left[i] == right[i])) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(char[] array) {
        if (array == null) {
            return 0;
        }
        int sum = 1;
        for (int i = 0; i < array.length; i++) {
            sum = 31 * sum + Character.hashCode(array[i]);
        }
        return sum;
    }

    public static void fill(char[] array, char value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(char[] array, int from, int to, char value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static char[] copyOf(char[] array, int length) {
        char[] copy = new char[length];
        for (int i = 0; i < length && i < array.length; i++) {
            copy[i] = array[i];
        }
        return copy;
    }

    public static char[] copyOfRange(char[] array, int from, int to) {
        char[] copy = new char[lengthOfRange(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void sort(char[] array) {
        insertionSort(array, 0, array.length);
    }

    public static void sort(char[] array, int from, int to) {
        checkRange(array.length, from, to);
        insertionSort(array, from, to);
    }

    /** The order of equal numbers does not show, so the simplest sort will do. */
    private static void insertionSort(char[] array, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            char moved = array[i];
            int at = i;
            for (; at > from && array[at - 1] > moved; at--) {
                array[at] = array[at - 1];
            }
            array[at] = moved;
        }
    }

    public static int binarySearch(char[] array, char key) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static String toString(byte[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < array.length; i++) {
            text.append(i == 0 ? "" : ", ").append(array[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(byte[] left, byte[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (!(left[i] == right[i])) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(byte[] array) {
        if (array == null) {
            return 0;
        }
        int sum = 1;
        for (int i = 0; i < array.length; i++) {
            sum = 31 * sum + Byte.hashCode(array[i]);
        }
        return sum;
    }

    public static void fill(byte[] array, byte value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(byte[] array, int from, int to, byte value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static byte[] copyOf(byte[] array, int length) {
        byte[] copy = new byte[length];
        for (int i = 0; i < length && i < array.length; i++) {
            copy[i] = array[i];
        }
        return copy;
    }

    public static byte[] copyOfRange(byte[] array, int from, int to) {
        byte[] copy = new byte[lengthOfRange(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void sort(byte[] array) {
        insertionSort(array, 0, array.length);
    }

    public static void sort(byte[] array, int from, int to) {
        checkRange(array.length, from, to);
        insertionSort(array, from, to);
    }

    /** The order of equal numbers does not show, so the simplest sort will do. */
    private static void insertionSort(byte[] array, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            byte moved = array[i];
            int at = i;
            for (; at > from && array[at - 1] > moved; at--) {
                array[at] = array[at - 1];
            }
            array[at] = moved;
        }
    }

    public static int binarySearch(byte[] array, byte key) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static String toString(short[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < array.length; i++) {
            text.append(i == 0 ? "" : ", ").append(array[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(short[] left, short[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (!(left[i] == right[i])) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(short[] array) {
        if (array == null) {
            return 0;
        }
        int sum = 1;
        for (int i = 0; i < array.length; i++) {
            sum = 31 * sum + Short.hashCode(array[i]);
        }
        return sum;
    }

    public static void fill(short[] array, short value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(short[] array, int from, int to, short value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static short[] copyOf(short[] array, int length) {
        short[] copy = new short[length];
        for (int i = 0; i < length && i < array.length; i++) {
            copy[i] = array[i];
        }
        return copy;
    }

    public static short[] copyOfRange(short[] array, int from, int to) {
        short[] copy = new short[lengthOfRange(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void sort(short[] array) {
        insertionSort(array, 0, array.length);
    }

    public static void sort(short[] array, int from, int to) {
        checkRange(array.length, from, to);
        insertionSort(array, from, to);
    }

    /** The order of equal numbers does not show, so the simplest sort will do. */
    private static void insertionSort(short[] array, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            short moved = array[i];
            int at = i;
            for (; at > from && array[at - 1] > moved; at--) {
                array[at] = array[at - 1];
            }
            array[at] = moved;
        }
    }

    public static int binarySearch(short[] array, short key) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (array[middle] < key) {
                low = middle + 1;
            } else if (array[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static String toString(boolean[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < array.length; i++) {
            text.append(i == 0 ? "" : ", ").append(array[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(boolean[] left, boolean[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (!(left[i] == right[i])) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(boolean[] array) {
        if (array == null) {
            return 0;
        }
        int sum = 1;
        for (int i = 0; i < array.length; i++) {
            sum = 31 * sum + Boolean.hashCode(array[i]);
        }
        return sum;
    }

    public static void fill(boolean[] array, boolean value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(boolean[] array, int from, int to, boolean value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    public static boolean[] copyOf(boolean[] array, int length) {
        boolean[] copy = new boolean[length];
        for (int i = 0; i < length && i < array.length; i++) {
            copy[i] = array[i];
        }
        return copy;
    }

    public static boolean[] copyOfRange(boolean[] array, int from, int to) {
        boolean[] copy = new boolean[lengthOfRange(from, to)];
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static String toString(Object[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < array.length; i++) {
            text.append(i == 0 ? "" : ", ").append(array[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(Object[] left, Object[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (!(Objects.equals(left[i], right[i]))) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(Object[] array) {
        if (array == null) {
            return 0;
        }
        int sum = 1;
        for (int i = 0; i < array.length; i++) {
            sum = 31 * sum + Objects.hashCode(array[i]);
        }
        return sum;
    }

    public static void fill(Object[] array, Object value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void fill(Object[] array, int from, int to, Object value) {
        checkRange(array.length, from, to);
        for (int i = from; i < to; i++) {
            array[i] = value;
        }
    }

    @SuppressWarnings("unchecked")
    public static <T> T[] copyOf(T[] array, int length) {
        return (T[]) copyOf(array, length, array.getClass());
    }

    @SuppressWarnings("unchecked")
    public static <T, U> T[] copyOf(U[] array, int length, Class<? extends T[]> type) {
        T[] copy = (T[]) java.lang.reflect.Array.newInstance(type.getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, Math.min(array.length, length));
        return copy;
    }

    @SuppressWarnings("unchecked")
    public static <T> T[] copyOfRange(T[] array, int from, int to) {
        Class<?> component = array.getClass().getComponentType();
        T[] copy = (T[]) java.lang.reflect.Array.newInstance(component, lengthOfRange(from, to));
        System.arraycopy(array, from, copy, 0, Math.min(array.length - from, copy.length));
        return copy;
    }

    public static void sort(Object[] array) {
        sort(array, 0, array.length);
    }

    public static void sort(Object[] array, int from, int to) {
        sort(array, from, to, null);
    }

    public static <T> void sort(T[] array, Comparator<? super T> order) {
        sort(array, 0, array.length, order);
    }

    public static <T> void sort(T[] array, int from, int to, Comparator<? super T> order) {
        checkRange(array.length, from, to);
        if (to - from > 1) {
            mergeSort(array, from, to, order, new Object[to - from]);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> int compare(T left, T right, Comparator<? super T> order) {
        return order == null ? ((Comparable<Object>) left).compareTo(right) : order.compare(left, right);
    }

    @SuppressWarnings("unchecked")
    private static <T> void mergeSort(T[] array, int from, int to, Comparator<? super T> order, Object[] spare) {
        if (to - from < 2) {
            return;
        }
        int middle = from + to >>> 1;
        mergeSort(array, from, middle, order, spare);
        mergeSort(array, middle, to, order, spare);
        for (int i = from; i < middle; i++) {
            spare[i - from] = array[i];
        }
        int left = 0;
        int right = middle;
        int at = from;
        while (left < middle - from) {
            boolean takeRight = right < to && compare((T) spare[left], array[right], order) > 0;
            array[at++] = takeRight ? array[right++] : (T) spare[left++];
        }
    }

    public static int binarySearch(Object[] array, Object key) {
        return binarySearch(array, key, null);
    }

    public static <T> int binarySearch(T[] array, T key, Comparator<? super T> order) {
        int low = 0;
        int high = array.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int compared = compare(array[middle], key, order);
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

    public static <T> void setAll(T[] array, java.util.function.IntFunction<? extends T> value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value.apply(i);
        }
    }

    public static void setAll(int[] array, java.util.function.IntUnaryOperator value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value.applyAsInt(i);
        }
    }

    public static boolean deepEquals(Object[] left, Object[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i] && (left[i] == null || !deepElementEquals(left[i], right[i]))) {
                return false;
            }
        }
        return true;
    }

    private static boolean deepElementEquals(Object left, Object right) {
        if (left instanceof Object[] && right instanceof Object[]) {
            return deepEquals((Object[]) left, (Object[]) right);
        }
        if (left instanceof int[] && right instanceof int[]) {
            return equals((int[]) left, (int[]) right);
        }
        if (left instanceof long[] && right instanceof long[]) {
            return equals((long[]) left, (long[]) right);
        }
        if (left instanceof double[] && right instanceof double[]) {
            return equals((double[]) left, (double[]) right);
        }
        if (left instanceof float[] && right instanceof float[]) {
            return equals((float[]) left, (float[]) right);
        }
        if (left instanceof char[] && right instanceof char[]) {
            return equals((char[]) left, (char[]) right);
        }
        if (left instanceof byte[] && right instanceof byte[]) {
            return equals((byte[]) left, (byte[]) right);
        }
        if (left instanceof short[] && right instanceof short[]) {
            return equals((short[]) left, (short[]) right);
        }
        if (left instanceof boolean[] && right instanceof boolean[]) {
            return equals((boolean[]) left, (boolean[]) right);
        }
        return left.equals(right);
    }

    public static int deepHashCode(Object[] array) {
        if (array == null) {
            return 0;
        }
        int sum = 1;
        for (int i = 0; i < array.length; i++) {
            sum = 31 * sum + deepElementHash(array[i]);
        }
        return sum;
    }

    private static int deepElementHash(Object element) {
        if (element instanceof Object[]) {
            return deepHashCode((Object[]) element);
        }
        if (element instanceof int[]) {
            return hashCode((int[]) element);
        }
        if (element instanceof long[]) {
            return hashCode((long[]) element);
        }
        if (element instanceof double[]) {
            return hashCode((double[]) element);
        }
        if (element instanceof float[]) {
            return hashCode((float[]) element);
        }
        if (element instanceof char[]) {
            return hashCode((char[]) element);
        }
        if (element instanceof byte[]) {
            return hashCode((byte[]) element);
        }
        if (element instanceof short[]) {
            return hashCode((short[]) element);
        }
        if (element instanceof boolean[]) {
            return hashCode((boolean[]) element);
        }
        return Objects.hashCode(element);
    }

    public static String deepToString(Object[] array) {
        if (array == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < array.length; i++) {
            text.append(i == 0 ? "" : ", ").append(array[i] == array ? "[...]" : deepElementText(array[i]));
        }
        return text.append(']').toString();
    }

    private static String deepElementText(Object element) {
        if (element instanceof Object[]) {
            return deepToString((Object[]) element);
        }
        if (element instanceof int[]) {
            return toString((int[]) element);
        }
        if (element instanceof long[]) {
            return toString((long[]) element);
        }
        if (element instanceof double[]) {
            return toString((double[]) element);
        }
        if (element instanceof float[]) {
            return toString((float[]) element);
        }
        if (element instanceof char[]) {
            return toString((char[]) element);
        }
        if (element instanceof byte[]) {
            return toString((byte[]) element);
        }
        if (element instanceof short[]) {
            return toString((short[]) element);
        }
        if (element instanceof boolean[]) {
            return toString((boolean[]) element);
        }
        return String.valueOf(element);
    }
}
