// Switches with dense and with sparse cases, on chars and on bytes.
//@ check: holds
//@ out: 1 2 0 3 4 5
//@ out: minus three
public class SwitchSparse {
    static int sparse(int n) {
        switch (n) {
            case Integer.MIN_VALUE: return 1;
            case -1000: return 2;
            case 0: return 3;
            case 1000000: return 4;
            case Integer.MAX_VALUE: return 5;
            default: return 0;
        }
    }

    static boolean isVowel(char c) {
        switch (c) {
            case 'a': case 'e': case 'i': case 'o': case 'u':
                return true;
            default:
                return false;
        }
    }

    public static void main(String[] args) {
        for (int n : new int[] {Integer.MIN_VALUE, -1000, -999, 0, 1000000, Integer.MAX_VALUE}) {
            System.out.print(sparse(n) + " ");
        }
        System.out.println();
        int vowels = 0;
        for (char c : "education".toCharArray()) {
            vowels += isVowel(c) ? 1 : 0;
        }
        assert vowels == 5;
        byte b = -3;
        switch (b) {
            case -3: System.out.println("minus three");
        }
    }
}
