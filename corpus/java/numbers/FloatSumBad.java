// Ten times 0.1 is not 1.
//@ check: violated
//@ out: 0.9999999999999999
public class FloatSumBad {
    public static void main(String[] args) {
        double sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += 0.1;
        }
        System.out.println(sum);
        assert sum == 1.0; //~ unhandled-exception: "java.lang.AssertionError"
    }
}
