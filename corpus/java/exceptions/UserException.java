// An own exception with a field is thrown through two calls and caught by its superclass.
//@ check: holds
//@ out: inner 1
//@ out: outer 1
//@ out: inner 2
//@ out: outer 2
//@ out: too large 3 UserException$Refused: too large
public class UserException {
    static class Refused extends Exception {
        final int code;

        Refused(String message, int code) {
            super(message);
            this.code = code;
        }
    }

    static void inner(int x) throws Refused {
        if (x > 2) {
            throw new Refused("too large", x);
        }
        System.out.println("inner " + x);
    }

    static void outer(int x) throws Refused {
        inner(x);
        System.out.println("outer " + x);
    }

    public static void main(String[] args) {
        for (int x = 1; x <= 3; x++) {
            try {
                outer(x);
            } catch (Refused refused) {
                System.out.println(refused.getMessage() + " " + refused.code + " " + refused);
            } catch (Exception other) {
                assert false;
            }
        }
    }
}
