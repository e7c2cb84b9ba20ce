// The first handler whose class fits is taken; a multi-catch takes each of its classes.
//@ check: holds
//@ out: B
//@ out: A
//@ out: argument
//@ out: arithmetic
//@ out: other
//@ out: none
public class CatchOrder {
    static class A extends Exception {}

    static class B extends A {}

    static String attempt(int n) {
        try {
            switch (n) {
                case 0: throw new B();
                case 1: throw new A();
                case 2: throw new IllegalArgumentException();
                case 3: throw new ArithmeticException();
                case 4: throw new Error();
                default: return "none";
            }
        } catch (B e) {
            return "B";
        } catch (A e) {
            return "A";
        } catch (IllegalArgumentException | ArithmeticException e) {
            return e instanceof ArithmeticException ? "arithmetic" : "argument";
        } catch (Throwable e) {
            return "other";
        }
    }

    public static void main(String[] args) {
        for (int n = 0; n < 6; n++) {
            System.out.println(attempt(n));
        }
    }
}
