// Recursion and a loop compute the same Fibonacci numbers.
//@ check: holds
//@ out: 21
//@ out: -1323752223
public class Fibonacci {
    static int recursive(int n) {
        return n < 2 ? n : recursive(n - 1) + recursive(n - 2);
    }

    static int loop(int n) {
        int a = 0, b = 1;
        for (int i = 0; i < n; i++) {
            int c = a + b;
            a = b;
            b = c;
        }
        return a;
    }

    public static void main(String[] args) {
        for (int n = 0; n <= 8; n++) {
            assert recursive(n) == loop(n);
        }
        System.out.println(loop(8));
        System.out.println(loop(47));
    }
}
