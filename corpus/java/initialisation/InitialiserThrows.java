// An exception in a static initialiser becomes an error; the class cannot be used afterwards.
//@ check: holds
//@ out: null java.lang.IllegalStateException: no value
//@ out: not again
//@ out: an error stays
//@ out: never
public class InitialiserThrows {
    static class Broken {
        static int value = compute();

        static int compute() {
            throw new IllegalStateException("no value");
        }
    }

    static class Errs {
        static {
            if (true) {
                throw new AssertionError("an error stays");
            }
        }

        static void call() {
        }
    }

    public static void main(String[] args) {
        try {
            System.out.println(Broken.value);
        } catch (ExceptionInInitializerError e) {
            System.out.println(e.getMessage() + " " + e.getCause());
        }
        try {
            new Broken();
        } catch (NoClassDefFoundError e) {
            System.out.println("not again");
        }
        try {
            Errs.call();
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
        try {
            Errs.call();
        } catch (LinkageError e) {
            System.out.println("never");
        }
    }
}
