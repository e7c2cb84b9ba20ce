// A failed assertion is an error that can be caught; its detail is evaluated only then.
//@ check: holds
//@ out: detail 1
//@ out: null
//@ out: java.lang.AssertionError: x
public class AssertionCaught {
    static int evaluated;

    static String detail() {
        evaluated++;
        return "detail";
    }

    public static void main(String[] args) {
        assert args.length == 0 : detail();
        assert evaluated == 0;
        try {
            assert args.length == 1 : detail();
        } catch (AssertionError e) {
            System.out.println(e.getMessage() + " " + evaluated);
        }
        try {
            assert false;
        } catch (Error e) {
            System.out.println(e.getMessage());
        }
        try {
            assert false : 'x';
        } catch (AssertionError e) {
            System.out.println(e);
        }
    }
}
