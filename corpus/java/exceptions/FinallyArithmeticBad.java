// A division by zero passes a finally block that prints, and nothing catches it.
//@ check: violated
//@ out: 3
//@ out: after 2
//@ out: 6
//@ out: after 1
//@ out: after 0
public class FinallyArithmeticBad {
    public static void main(String[] args) {
        int[] divisors = {2, 1, 0};
        for (int divisor : divisors) {
            try {
                System.out.println(6 / divisor); //~ division-by-zero
            } finally {
                System.out.println("after " + divisor);
            }
        }
    }
}
