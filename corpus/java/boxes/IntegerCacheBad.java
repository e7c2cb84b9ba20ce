// Boxes are compared by identity, which is right only for small numbers.
//@ check: violated
//@ out: 126
//@ out: 127
//@ out: 128
public class IntegerCacheBad {
    static boolean same(Integer a, Integer b) {
        return a == b;
    }

    public static void main(String[] args) {
        for (int i = 126; i < 130; i++) {
            System.out.println(i);
            assert same(i, i); //~ unhandled-exception: "java.lang.AssertionError"
        }
    }
}
