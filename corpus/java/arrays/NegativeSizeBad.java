// The length of an array underflows.
//@ check: violated
//@ out: 1
//@ out: 0
public class NegativeSizeBad {
    static char[] withoutLast(char[] chars) {
        char[] shorter = new char[chars.length - 1]; //~ negative-length
        for (int i = 0; i < shorter.length; i++) {
            shorter[i] = chars[i];
        }
        return shorter;
    }

    public static void main(String[] args) {
        char[] chars = "ab".toCharArray();
        while (true) {
            chars = withoutLast(chars);
            System.out.println(chars.length);
        }
    }
}
