// Exceptions with own fields, an own message and toString, and a generic method that throws them.
//@ check: holds
//@ out: OwnException$Coded: <code 7> 7
//@ out: quiet <code 0>
//@ out: java.lang.InterruptedException null
public class OwnException {
    static class Coded extends RuntimeException {
        private final int code;

        Coded(int code) {
            super("code " + code);
            this.code = code;
        }

        @Override
        public String getMessage() {
            return "<" + super.getMessage() + ">";
        }
    }

    static class Quiet extends Coded {
        Quiet() {
            super(0);
        }

        @Override
        public String toString() {
            return "quiet";
        }
    }

    static <X extends Exception> void fail(X exception) throws X {
        throw exception;
    }

    public static void main(String[] args) {
        try {
            fail(new Coded(7));
        } catch (Coded e) {
            System.out.println(e + " " + e.code);
        }
        try {
            fail(new Quiet());
        } catch (RuntimeException e) {
            System.out.println(e + " " + e.getMessage());
        }
        try {
            fail(new InterruptedException());
        } catch (InterruptedException e) {
            System.out.println(e + " " + e.getMessage());
        }
    }
}
