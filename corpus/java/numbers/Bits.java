// Bitwise operators on ints, longs and booleans, and population counts by hand.
//@ check: holds
//@ out: 8 14 6 -13
//@ out: 61440 1099511627781 -2
//@ out: false true false true
//@ out: 10 12
public class Bits {
    static int count(int x) {
        int n = 0;
        while (x != 0) {
            x &= x - 1;
            n++;
        }
        return n;
    }

    public static void main(String[] args) {
        int a = 0b1100, b = 0b1010;
        System.out.println((a & b) + " " + (a | b) + " " + (a ^ b) + " " + ~a);
        System.out.println((0xf0f0L & ~0xffL) + " " + (1L << 40 | 5) + " " + (-1L ^ 1));
        boolean t = true, f = false;
        System.out.println((t & f) + " " + (t | f) + " " + (t ^ t) + " " + !f);
        for (int x : new int[] {0, 1, 255, -1, Integer.MIN_VALUE}) {
            assert count(x) == Integer.bitCount(x);
        }
        a ^= b;
        b ^= a;
        a ^= b;
        System.out.println(a + " " + b);
    }
}
