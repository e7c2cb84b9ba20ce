// The larger of any two numbers is one of them and not below the other.
//@ check: holds
import cutpoint.Verify;

public class MaxOfTwo {
    public static void main(String[] args) {
        byte a = Verify.nondetByte();
        boolean flag = Verify.nondetBoolean();
        int b = flag ? 3 : -3;
        int max = a > b ? a : b;
        assert max >= a && max >= b && (max == a || max == b);
    }
}
