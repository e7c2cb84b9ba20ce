// The wrapped exception is the one that is not caught.
//@ check: violated
//@ out: 9
public class RethrownBad {
    static int parse(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new IllegalStateException(e.getMessage(), e); //~ unhandled-exception: "java.lang.IllegalStateException"
        }
    }

    public static void main(String[] args) {
        System.out.println(parse("12") + parse("-3"));
        System.out.println(parse("1x"));
    }
}
