// An exception in finally replaces the one before; a continue in finally drops it.
//@ check: holds
//@ out: 4
//@ out: second 0
public class FinallyOverrides {
    @SuppressWarnings("finally")
    static int dropped() {
        int i = 0;
        while (true) {
            try {
                if (i++ == 3) {
                    return i;
                }
                throw new RuntimeException("dropped");
            } finally {
                if (i < 4) {
                    continue;
                }
            }
        }
    }

    static void replaced() {
        try {
            throw new IllegalStateException("first");
        } finally {
            Object none = null;
            try {
                none.toString();
            } catch (NullPointerException e) {
                throw new UnsupportedOperationException("second");
            }
        }
    }

    public static void main(String[] args) {
        System.out.println(dropped());
        try {
            replaced();
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " " + e.getSuppressed().length);
        }
    }
}
