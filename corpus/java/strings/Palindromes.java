// Palindromes by two indices and by reversal agree.
//@ check: holds
//@ out: 111100
public class Palindromes {
    static boolean byIndices(String s) {
        for (int i = 0, j = s.length() - 1; i < j; i++, j--) {
            if (s.charAt(i) != s.charAt(j)) {
                return false;
            }
        }
        return true;
    }

    public static void main(String[] args) {
        for (String s : new String[] {"", "a", "abba", "abcba", "ab", "abca"}) {
            boolean reversed = new StringBuilder(s).reverse().toString().equals(s);
            assert reversed == byIndices(s);
            System.out.print(reversed ? 1 : 0);
        }
        System.out.println();
    }
}
