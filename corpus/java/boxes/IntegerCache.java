// Small boxes are shared, large ones are not; equality goes by value.
//@ check: holds
//@ out: true false true
//@ out: true false false
//@ out: true false
//@ out: true true true
//@ out: true true true
public class IntegerCache {
    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d));
        Long e = -128L, f = -128L, g = -129L, h = -129L;
        System.out.println((e == f) + " " + (g == h) + " " + e.equals(-128));
        Character i = '\u007f', j = '\u007f', k = '\u0080', l = '\u0080';
        System.out.println((i == j) + " " + (k == l));
        Byte m = (byte) 200, n = (byte) -56;
        Short o = 127, p = 127;
        Boolean q = true, r = !false;
        System.out.println((m == n) + " " + (o == p) + " " + (q == r));
        Double s = 1.0, t = 1.0;
        System.out.println(s.equals(t) + " " + (s == 1.0) + " " + (c == 128));
        assert c <= d && c >= d;
    }
}
