// A table of strategies, each a lambda or an object.
//@ check: holds
//@ out: 14 5 31415 32
import java.util.function.IntBinaryOperator;

public class Strategies {
    static int fold(int[] values, int start, IntBinaryOperator op) {
        int acc = start;
        for (int value : values) {
            acc = op.applyAsInt(acc, value);
        }
        return acc;
    }

    public static void main(String[] args) {
        int[] values = {3, 1, 4, 1, 5};
        IntBinaryOperator[] ops = {(a, b) -> a + b, Math::max, (a, b) -> 10 * a + b, new IntBinaryOperator() {
            int calls;

            public int applyAsInt(int a, int b) {
                return a + calls++ * b;
            }
        }};
        for (IntBinaryOperator op : ops) {
            System.out.print(fold(values, 0, op) + " ");
        }
        System.out.println();
    }
}
