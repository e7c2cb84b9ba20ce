// A division by zero is caught; the code after the handler goes on.
//@ check: holds
//@ out: / by zero
//@ out: java.lang.ArithmeticException: / by zero
public class CaughtArithmetic {
    static int divide(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
            return -1;
        }
    }

    public static void main(String[] args) {
        assert divide(6, 3) == 2;
        assert divide(6, 0) == -1;
        try {
            System.out.println(5L % (args.length * 1L));
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }
}
