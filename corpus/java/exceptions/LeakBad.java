// A handle is not closed where the body throws, because nothing closes it in finally.
//@ check: violated
//@ out: work
public class LeakBad {
    static int open;

    static void work(boolean fails) {
        open++;
        if (fails) {
            throw new IllegalStateException("work");
        }
        open--;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            try {
                work(i == 1);
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
            assert open == 0; //~ unhandled-exception: "java.lang.AssertionError"
        }
    }
}
