// The greatest common divisor by remainders faults where the second number is zero.
//@ check: violated
//@ out: 6
public class GcdBad {
    static int gcd(int a, int b) {
        int r = a % b; //~ division-by-zero
        return r == 0 ? b : gcd(b, r);
    }

    public static void main(String[] args) {
        System.out.println(gcd(12, 18));
        System.out.println(gcd(7, 0));
    }
}
