// Casts from floating point round toward zero and saturate; NaN becomes 0; narrow types go over int.
//@ check: holds
//@ out: 0 0 0 0 0 0.0
//@ out: 0 0 0 0 0 -0.9
//@ out: 1 1 1 1 1 1.99
//@ out: -1 -1 -1 -1 65535 -1.99
//@ out: 2147483647 10000000000 -1 -1 65535 1.0E10
//@ out: -2147483648 -10000000000 0 0 0 -1.0E10
//@ out: 2147483647 9223372036854775807 -1 -1 65535 1.0E20
//@ out: -2147483648 -9223372036854775808 0 0 0 -1.0E20
//@ out: 0 0 0 0 0 NaN
//@ out: 2147483647 9223372036854775807 -1 -1 65535 Infinity
//@ out: 300 300 44 300 300 300.7
//@ out: 70000 70000 112 4464 4464 70000.5
//@ out: 2147483647 9223372036854775807 0.10000000149011612
//@ out: 2.14748365E9 9.223372036854776E18
//@ out: 16777216 Infinity
//@ out: false
public class FloatCasts {
    public static void main(String[] args) {
        double[] values = {0.0, -0.9, 1.99, -1.99, 1e10, -1e10, 1e20, -1e20, Double.NaN, 1 / 0.0, 300.7, 70000.5};
        for (double value : values) {
            System.out.println((int) value + " " + (long) value + " " + (byte) value + " " + (short) value
                + " " + (int) (char) value + " " + (float) value);
        }
        float f = 1e30f;
        System.out.println((int) f + " " + (long) f + " " + (double) 0.1f);
        System.out.println((float) Integer.MAX_VALUE + " " + (double) Long.MAX_VALUE);
        System.out.println((int) (float) 16777217 + " " + (float) 1e40);
        long big = (1L << 53) + 1;
        System.out.println((long) (double) big == big);
    }
}
