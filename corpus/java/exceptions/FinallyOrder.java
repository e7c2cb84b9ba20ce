// Finally blocks run on every exit: normal, return, exception, and in their order from the inside out.
//@ check: holds
//@ out: 30 tniao
//@ out: 10 tio
//@ out: 20 tico
public class FinallyOrder {
    static String log = "";

    static int run(int n) {
        try {
            log += "t";
            try {
                if (n == 1) {
                    return 10;
                }
                if (n == 2) {
                    throw new IllegalArgumentException("two");
                }
                log += "n";
            } finally {
                log += "i";
            }
            log += "a";
        } catch (IllegalArgumentException e) {
            log += "c";
            return 20;
        } finally {
            log += "o";
        }
        return 30;
    }

    public static void main(String[] args) {
        for (int n = 0; n < 3; n++) {
            log = "";
            System.out.println(run(n) + " " + log);
        }
    }
}
