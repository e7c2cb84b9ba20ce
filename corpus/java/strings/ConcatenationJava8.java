// The same as above, compiled for Java 8, which concatenates by a builder.
//@ check: holds
//@ java: 8
//@ out: 123.0ctruenull-1
//@ out: az1
//@ out: 1 2
//@ out: lambda 2
public class ConcatenationJava8 {
    static int n;

    static int next() {
        return ++n;
    }

    class Inner {
        private int secret = next();
    }

    public static void main(String[] args) {
        Object object = null;
        System.out.println("" + 1 + 2L + 3.0f + 'c' + true + object + (byte) -1);
        String[] texts = {"a"};
        int i = 0;
        texts[i++] += "z" + i;
        System.out.println(texts[0]);
        System.out.println(new ConcatenationJava8().new Inner().secret + " " + next());
        Runnable r = () -> System.out.println("lambda " + n);
        r.run();
    }
}
