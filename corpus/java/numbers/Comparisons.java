// Comparisons at all types, also of longs and doubles whose difference would overflow.
//@ check: holds
//@ out: -1 1 0
//@ out: true false
//@ out: true
//@ out: false
//@ out: false
//@ out: true
public class Comparisons {
    static int sign(long a, long b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    public static void main(String[] args) {
        System.out.println(sign(Long.MIN_VALUE, Long.MAX_VALUE) + " " + sign(1L << 32, 0) + " " + sign(5, 5));
        System.out.println((Integer.MIN_VALUE < 1) + " " + (Integer.MIN_VALUE - 1 < 1));
        System.out.println('a' < 98.5 && 98 <= 'b');
        System.out.println(0x80000000 == 1L << 31);
        System.out.println((byte) 0xff == 0xff);
        boolean up = 1.5f >= 1.5 && 2 != 2.5;
        System.out.println(up);
        assert 10 / 3 == 3.0 && 10 / 3f != 3;
    }
}
