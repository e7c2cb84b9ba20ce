// Arrays hold defaults, know their length, and are initialised by lists.
//@ check: holds
//@ out: 0 false null 2.5 0
//@ out: 63
public class ArrayBasics {
    public static void main(String[] args) {
        int[] ints = new int[3];
        boolean[] flags = new boolean[2];
        String[] texts = new String[2];
        double[] doubles = {1, 2.5};
        char[] chars = new char[1];
        System.out.println(ints[0] + " " + flags[1] + " " + texts[0] + " " + doubles[1] + " " + (int) chars[0]);
        ints[2] = ints.length;
        ints[0]++;
        ints[1] -= 4;
        int sum = 0;
        for (int value : ints) {
            sum = sum * 10 + value;
        }
        System.out.println(sum);
        long[] empty = {};
        assert empty.length == 0;
        int[] alias = ints;
        alias[0] = 42;
        assert ints[0] == 42;
        int[] copy = ints.clone();
        copy[0] = 0;
        assert ints[0] == 42 && copy.length == 3;
    }
}
