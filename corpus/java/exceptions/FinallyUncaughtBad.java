// A finally block runs before the uncaught exception ends the program.
//@ check: violated
//@ out: fine 1
//@ out: finally 1
//@ out: finally 2
public class FinallyUncaughtBad {
    static void fail(int n) {
        try {
            if (n == 2) {
                throw new IllegalStateException("n is " + n); //~ unhandled-exception: "java.lang.IllegalStateException"
            }
            System.out.println("fine " + n);
        } finally {
            System.out.println("finally " + n);
        }
    }

    public static void main(String[] args) {
        for (int n = 1; n < 4; n++) {
            fail(n);
        }
    }
}
