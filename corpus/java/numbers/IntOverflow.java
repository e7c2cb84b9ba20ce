// Arithmetic on ints wraps around.
//@ check: holds
//@ out: -2147483648
//@ out: 2147483647
//@ out: -2
//@ out: -2147483648
//@ out: -2147483648
//@ out: -2147483648
//@ out: 0
public class IntOverflow {
    public static void main(String[] args) {
        int most = Integer.MAX_VALUE, least = Integer.MIN_VALUE;
        System.out.println(most + 1);
        System.out.println(least - 1);
        System.out.println(most * 2);
        System.out.println(least * -1);
        System.out.println(-least);
        System.out.println(Math.abs(least));
        System.out.println(65536 * 65536);
        assert most + 1 == least && -least == least;
    }
}
