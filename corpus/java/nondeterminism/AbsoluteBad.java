// The absolute value of a byte need not fit a byte.
//@ check: violated
import cutpoint.Verify;

public class AbsoluteBad {
    static byte absolute(byte b) {
        return (byte) (b < 0 ? -b : b);
    }

    public static void main(String[] args) {
        assert absolute(Verify.nondetByte()) >= 0; //~ unhandled-exception: "java.lang.AssertionError"
    }
}
