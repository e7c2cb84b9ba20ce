// A division by zero that nothing catches ends the program.
//@ check: violated
//@ out: 2
public class UncaughtArithmeticBad {
    static int divide(int a, int b) {
        return a / b; //~ division-by-zero
    }

    public static void main(String[] args) {
        System.out.println(divide(6, 3));
        System.out.println(divide(6, args.length));
    }
}
