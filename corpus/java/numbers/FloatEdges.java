// NaN, infinities and negative zero: how they compare and what is computed with them.
//@ check: holds
//@ out: false
//@ out: true
//@ out: false
//@ out: NaN
//@ out: NaN
//@ out: -Infinity
//@ out: true
//@ out: -Infinity
//@ out: 0.0
//@ out: -0.0
//@ out: false
//@ out: true
//@ out: -1 1
//@ out: -0.0 0.0
//@ out: NaN
//@ out: 5.5
//@ out: -1.5
//@ out: Infinity
//@ out: 0.0
//@ out: NaN -Infinity 0.0
public class FloatEdges {
    public static void main(String[] args) {
        double zero = 0.0, nan = zero / zero, inf = 1 / zero;
        System.out.println(nan == nan);
        System.out.println(nan != nan);
        System.out.println(nan < 1 || nan > 1 || nan >= nan);
        System.out.println(inf - inf);
        System.out.println(inf * zero);
        System.out.println(-inf);
        System.out.println(zero == -zero);
        System.out.println(1 / -zero);
        System.out.println(zero + -zero);
        System.out.println(-zero - zero);
        System.out.println(Double.valueOf(zero).equals(-zero));
        System.out.println(Double.valueOf(nan).equals(nan));
        System.out.println(Double.compare(-0.0, 0.0) + " " + Double.compare(nan, inf));
        System.out.println(Math.min(-0.0, 0.0) + " " + Math.max(-0.0, 0.0));
        System.out.println(inf % 2);
        System.out.println(5.5 % inf);
        System.out.println(-5.5 % 2);
        System.out.println(1e308 * 10);
        System.out.println(4.9e-324 / 2);
        float f = 0f;
        System.out.println(f / f + " " + -1 / f + " " + Float.MIN_VALUE / 2);
    }
}
