// instanceof over classes, interfaces, arrays and null.
//@ check: holds
//@ out: IA-------
//@ out: IAB------
//@ out: I--------
//@ out: ---io---c
//@ out: ----o---c
//@ out: -----n--c
//@ out: ----o---c
//@ out: ------C--
//@ out: ------CN-
//@ out: ------CN-
//@ out: ---------
//@ out: ----o---c
public class InstanceOf {
    interface I {}

    static class A implements I {}

    static class B extends A {}

    static String kinds(Object o) {
        return (o instanceof I ? "I" : "-") + (o instanceof A ? "A" : "-") + (o instanceof B ? "B" : "-")
            + (o instanceof I[] ? "i" : "-") + (o instanceof Object[] ? "o" : "-") + (o instanceof int[] ? "n" : "-")
            + (o instanceof Comparable ? "C" : "-") + (o instanceof Number ? "N" : "-")
            + (o instanceof Cloneable ? "c" : "-");
    }

    public static void main(String[] args) {
        Object[] objects = {
            new A(), new B(), new I() {}, new A[0], new B[0][0], new int[0], new int[0][0], "text", 1, 1.5, null, args,
        };
        for (Object o : objects) {
            System.out.println(kinds(o));
        }
    }
}
