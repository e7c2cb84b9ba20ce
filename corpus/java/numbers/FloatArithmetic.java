// Floats and doubles round to their own width; mixed arithmetic is done in the wider type.
//@ check: holds
//@ out: 0.30000000000000004
//@ out: 0.3
//@ out: 0.30000000149011613
//@ out: 0.33333334
//@ out: 0.3333333333333333
//@ out: 110.00000000000001
//@ out: 2.5
//@ out: 1.0000001
//@ out: 1.6777216E7
//@ out: true
//@ out: 1.0E16 1.0E16
//@ out: 1.5 -1.5 1.0
//@ out: 2.5 1.0E-5 1.0E7 1.23456789E8
public class FloatArithmetic {
    public static void main(String[] args) {
        System.out.println(0.1 + 0.2);
        System.out.println(0.1f + 0.2f);
        System.out.println(0.1f + 0.2);
        System.out.println(1.0f / 3);
        System.out.println(1.0 / 3);
        System.out.println(100.0 * 1.1);
        System.out.println(3 / 2 * 1.0 + 3 / 2.0);
        float sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += 0.1f;
        }
        System.out.println(sum);
        System.out.println(16777216f + 1);
        double d = 1e16;
        System.out.println(d + 1 == d);
        System.out.println(++d + " " + d--);
        System.out.println(7.5 % 2 + " " + -7.5 % 2 + " " + 1e17 % 3);
        System.out.println(5 / 2f + " " + 1e-5 + " " + 1e7 + " " + 123456.789e3);
    }
}
