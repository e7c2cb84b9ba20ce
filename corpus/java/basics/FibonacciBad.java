// The loop begins with the wrong pair, so the first number differs.
//@ check: violated
//@ out: begin
public class FibonacciBad {
    static int loop(int n) {
        int a = 1, b = 1;
        for (int i = 0; i < n; i++) {
            int c = a + b;
            a = b;
            b = c;
        }
        return a;
    }

    public static void main(String[] args) {
        System.out.println("begin");
        assert loop(0) == 0; //~ unhandled-exception: "java.lang.AssertionError"
        System.out.println("end");
    }
}
