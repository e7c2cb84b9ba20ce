// Indices outside of an array are caught, and the array is as it was.
//@ check: holds
//@ out: Index 2 out of bounds for length 2
//@ out: Index -1 out of bounds for length 2
//@ out: 6 -1 -1 7
//@ out: / by zero
//@ out: java.lang.ArrayIndexOutOfBoundsException: Index 9 out of bounds for length 2
//@ out: null
public class IndexCaught {
    static int at(int[] array, int index) {
        try {
            return array[index]++;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
            return -1;
        }
    }

    public static void main(String[] args) {
        int[] array = {5, 6};
        System.out.println(at(array, 1) + " " + at(array, 2) + " " + at(array, -1) + " " + array[1]);
        try {
            array[7] = 1 / 0;
        } catch (ArithmeticException | IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            array[9] = args.length;
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            int[] none = null;
            none[3] = 4;
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
