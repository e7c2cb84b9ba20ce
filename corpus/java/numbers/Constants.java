// Literals in all bases, with underscores; compile-time constants fold as at run time.
//@ check: holds
//@ out: 2147483647 170 15 1000000 -1
//@ out: A2147483647c1.5truenull-1
//@ out: 3.0 0.001 0.5 1.0 1.0E22
//@ out: 62
public class Constants {
    static final int A = 0x7fff_ffff, B = 0b1010_1010, C = 017, D = 1_000_000;
    static final long E = 0xffff_ffff_ffff_ffffL;
    static final String TEXT = "A" + A + 'c' + 1.5f + true + null + E;
    static final double F = 0x1.8p1, G = 1e-3, H = .5;

    public static void main(String[] args) {
        System.out.println(A + " " + B + " " + C + " " + D + " " + E);
        System.out.println(TEXT);
        System.out.println(F + " " + G + " " + H + " " + 1f + " " + 100e20);
        System.out.println((byte) 0x1ff + (char) 65 + A * 2);
        assert A + 1 == Integer.MIN_VALUE;
    }
}
