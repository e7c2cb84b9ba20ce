// Shift distances count modulo the width; the unsigned shift fills with zeros.
//@ check: holds
//@ out: -17 -17 -17
//@ out: -17 -17 -17
//@ out: -34 -9 2147483639
//@ out: -34 -9 9223372036854775799
//@ out: -272 -2 268435454
//@ out: -272 -2 1152921504606846974
//@ out: -2147483648 -1 1
//@ out: -36507222016 -1 8589934591
//@ out: -17 -17 -17
//@ out: -73014444032 -1 4294967295
//@ out: -34 -9 2147483639
//@ out: -146028888064 -1 2147483647
//@ out: -2147483648 -1 1
//@ out: -9223372036854775808 -1 1
//@ out: -2147483648 -1 1
//@ out: -9223372036854775808 -1 1
//@ out: -17 -17 -17
//@ out: -17 -17 -17
//@ out: 8
//@ out: 34359738368
public class Shifts {
    public static void main(String[] args) {
        int x = -17;
        long y = -17L;
        int[] distances = {0, 1, 4, 31, 32, 33, -1, 63, 64};
        for (int d : distances) {
            System.out.println((x << d) + " " + (x >> d) + " " + (x >>> d));
            System.out.println((y << d) + " " + (y >> d) + " " + (y >>> d));
        }
        System.out.println(1 << 35L);
        System.out.println(1L << 35);
    }
}
