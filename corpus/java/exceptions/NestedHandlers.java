// A handler throws, and an outer one catches that; the inner finally comes first.
//@ check: holds
//@ out: a1fb3c2
public class NestedHandlers {
    static String log = "";

    static void inner() {
        try {
            throw new IllegalArgumentException("1");
        } catch (IllegalArgumentException e) {
            log += "a" + e.getMessage();
            throw new IllegalStateException("2");
        } finally {
            log += "f";
            try {
                throw new RuntimeException("3");
            } catch (RuntimeException e) {
                log += "b" + e.getMessage();
            }
        }
    }

    public static void main(String[] args) {
        try {
            inner();
        } catch (IllegalStateException e) {
            log += "c" + e.getMessage();
        }
        System.out.println(log);
    }
}
