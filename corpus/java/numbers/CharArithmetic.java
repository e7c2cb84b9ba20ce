// Chars are numbers: they are added, compared and counted; the type of an expression decides how it is printed.
//@ check: holds
//@ out: 66
//@ out: B
//@ out: A1
//@ out: 195c
//@ out: cab
//@ out: A C
//@ out: e1 h1 l2 o1
//@ out: 65535 0 A	|
//@ out: C
//@ out: x
//@ out: 67
public class CharArithmetic {
    public static void main(String[] args) {
        char c = 'A';
        System.out.println(c + 1);
        System.out.println((char) (c + 1));
        System.out.println(c + "1");
        System.out.println('a' + 'b' + "c");
        System.out.println("c" + 'a' + 'b');
        System.out.println(c++ + " " + ++c);
        int[] counts = new int[26];
        for (char letter : "hello".toCharArray()) {
            counts[letter - 'a']++;
        }
        for (char letter = 'a'; letter <= 'z'; letter++) {
            if (counts[letter - 'a'] > 0) {
                System.out.print(letter + "" + counts[letter - 'a'] + " ");
            }
        }
        System.out.println();
        System.out.println((int) '\uffff' + " " + (int) '\0' + " " + '\u0041' + '\t' + "|");
        System.out.println(true ? c : 0);
        System.out.println(false ? 1 : 'x');
        int zero = 0;
        System.out.println(true ? c : zero);
    }
}
