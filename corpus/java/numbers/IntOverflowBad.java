// The sum of two large numbers is negative, so the mean is too.
//@ check: violated
//@ out: -1073741824
public class IntOverflowBad {
    static int mean(int a, int b) {
        return (a + b) / 2;
    }

    public static void main(String[] args) {
        assert mean(4, 8) == 6;
        System.out.println(mean(1 << 30, 1 << 30));
        assert mean(1 << 30, 1 << 30) >= 0; //~ unhandled-exception: "java.lang.AssertionError"
    }
}
