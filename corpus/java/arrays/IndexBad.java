// The loop goes one too far.
//@ check: violated
//@ out: 3
//@ out: 4
//@ out: 6
public class IndexBad {
    public static void main(String[] args) {
        int[] array = {3, 1, 2};
        int sum = 0;
        for (int i = 0; i <= array.length; i++) {
            sum += array[i]; //~ index-out-of-bounds
            System.out.println(sum);
        }
    }
}
