// Concatenation with all types, null and compound assignment; operands are evaluated once and in order.
//@ check: holds
//@ out: 123.04.0ctruenullnullnull-15
//@ out: 3x12
//@ out: 1,2,named3,4
//@ out: az1b
//@ out: q2rnull
//@ out: 196bb
//@ out: tab	quote"slash\ é
public class Concatenation {
    static int n;

    static int next() {
        return ++n;
    }

    static class Named {
        @Override
        public String toString() {
            return "named" + next();
        }
    }

    public static void main(String[] args) {
        String none = null;
        Object object = null;
        int[] index = {0};
        String[] texts = {"a", "b"};
        System.out.println("" + 1 + 2L + 3.0f + 4.0 + 'c' + true + null + none + object + (byte) -1 + (short) 5);
        System.out.println(1 + 2 + "x" + 1 + 2);
        System.out.println(next() + "," + next() + "," + new Named() + "," + next());
        texts[index[0]++] += "z" + index[0];
        System.out.println(texts[0] + texts[1]);
        String s = "q";
        s += 1 + 1;
        s += 'r';
        s += none;
        System.out.println(s);
        char c = 'a';
        c += 1;
        System.out.println(c + c + "" + c + c);
        System.out.println("tab\tquote\"slash\\ \u00e9");
    }
}
