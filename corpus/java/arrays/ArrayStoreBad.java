// A store into an array of a subclass is not caught.
//@ check: violated
//@ out: x
public class ArrayStoreBad {
    static void fill(Object[] array, Object value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value; //~ array-store
        }
    }

    public static void main(String[] args) {
        Object[] any = new Object[2];
        fill(any, "x");
        System.out.println(any[1]);
        fill(new Integer[1], "y");
    }
}
