// Constants are one object each, also when folded; results of concatenation are new, until interned.
//@ check: holds
//@ out: true true false true
//@ out: true true
//@ out: false true
//@ out: true
public class StringIdentity {
    static final String HALF = "hel";

    public static void main(String[] args) {
        String a = "hello", b = "hello", c = HALF + "lo";
        String half = "hel";
        String d = half + "lo";
        System.out.println((a == b) + " " + (a == c) + " " + (a == d) + " " + a.equals(d));
        System.out.println((a == d.intern()) + " " + (d.intern() == c));
        String e = new String("hello"), f = (half + "LO").intern();
        System.out.println((a == e) + " " + (f == (half + "LO").intern()));
        System.out.println(a.hashCode() == d.hashCode());
        String g = "" + a;
        assert g.equals(a);
        assert a.toString() == a && a.substring(0) == a && a.concat("") == a;
    }
}
