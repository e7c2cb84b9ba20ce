// The Collatz sequence reaches 1 for each small number; the longest is found.
//@ check: holds
//@ out: 9 19
//@ out: 111
public class Collatz {
    static int steps(long n) {
        int count = 0;
        for (; n != 1; count++) {
            n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
        }
        return count;
    }

    public static void main(String[] args) {
        int best = 1;
        for (int i = 1; i < 10; i++) {
            if (steps(i) > steps(best)) {
                best = i;
            }
        }
        System.out.println(best + " " + steps(best));
        System.out.println(steps(27));
    }
}
