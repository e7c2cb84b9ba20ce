// Suppressed exceptions are listed in order; an exception cannot suppress itself or null.
//@ check: holds
//@ out: s0 s1 s2
//@ out: Self-suppression not permitted
//@ out: Cannot suppress a null exception.
//@ out: true
//@ out: Can't overwrite cause with a null
public class Suppressed {
    public static void main(String[] args) {
        Exception first = new Exception("first");
        for (int i = 0; i < 3; i++) {
            first.addSuppressed(new Exception("s" + i));
        }
        for (Throwable t : first.getSuppressed()) {
            System.out.print(t.getMessage() + " ");
        }
        System.out.println();
        try {
            first.addSuppressed(first);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            first.addSuppressed(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        Throwable cause = new Error("cause");
        System.out.println(first.initCause(cause) == first && first.getCause() == cause);
        try {
            first.initCause(null);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
