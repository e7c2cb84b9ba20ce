// A resource may be a variable that exists already; it is closed before the handlers run.
//@ check: holds
//@ out: inside 0
//@ out: 2
//@ out: 0
public class ResourceVariable {
    static int open;

    static class Handle implements AutoCloseable {
        Handle() {
            open++;
        }

        public void close() throws Exception {
            open--;
        }
    }

    public static void main(String[] args) throws Exception {
        Handle handle = new Handle();
        try (handle) {
            assert open == 1;
            throw new Exception("inside");
        } catch (Exception e) {
            System.out.println(e.getMessage() + " " + open);
        }
        assert open == 0;
        try (Handle a = new Handle(); Handle b = new Handle()) {
            System.out.println(open);
        }
        System.out.println(open);
    }
}
