// An array of negative length is refused, also in an inner dimension, before anything is made.
//@ check: holds
//@ out: -3
//@ out: -1
public class NegativeSizeCaught {
    static int made;

    static int[] make(int length) {
        int[] array = new int[length];
        made++;
        return array;
    }

    public static void main(String[] args) {
        try {
            make(-3);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(new int[2][-1].length);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        assert make(0).length == 0 && made == 1;
    }
}
