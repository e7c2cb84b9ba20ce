// A sieve and trial division find the same primes.
//@ check: holds
//@ out: 2 3 5 7 11 13 17 19 23 29 31 37 41 43 47
public class Primes {
    static boolean isPrime(int n) {
        for (int d = 2; d * d <= n; d++) {
            if (n % d == 0) {
                return false;
            }
        }
        return n >= 2;
    }

    public static void main(String[] args) {
        boolean[] composite = new boolean[50];
        for (int i = 2; i < composite.length; i++) {
            assert composite[i] == !isPrime(i);
            if (!composite[i]) {
                System.out.print(i + " ");
                for (int k = i * i; k < composite.length; k += i) {
                    composite[k] = true;
                }
            }
        }
        System.out.println();
    }
}
