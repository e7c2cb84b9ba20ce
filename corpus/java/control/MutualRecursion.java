// Mutual recursion, and recursion through an interface.
//@ check: holds
//@ out: 9
//@ out: 3628800
public class MutualRecursion {
    interface Step {
        int run(int n);
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    public static void main(String[] args) {
        assert even(10) && odd(7) && !odd(4);
        System.out.println(ackermann(2, 3));
        Step[] self = new Step[1];
        self[0] = n -> n <= 1 ? 1 : n * self[0].run(n - 1);
        System.out.println(self[0].run(10));
    }
}
