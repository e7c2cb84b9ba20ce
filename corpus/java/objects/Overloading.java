// The compiler picks the most special method: widening before boxing before varargs.
//@ check: holds
//@ out: long long Integer long Object varargs 0 varargs 2
//@ out: double double Object
//@ out: String String Object
public class Overloading {
    static String f(long x) {
        return "long";
    }

    static String f(Integer x) {
        return "Integer";
    }

    static String f(Object x) {
        return "Object";
    }

    static String f(int... x) {
        return "varargs " + x.length;
    }

    static String g(double x) {
        return "double";
    }

    static String g(Object x) {
        return "Object";
    }

    static String h(Object o) {
        return "Object";
    }

    static String h(String s) {
        return "String";
    }

    public static void main(String[] args) {
        byte b = 1;
        System.out.println(f(1) + " " + f(b) + " " + f((Integer) 1) + " " + f('c') + " " + f(1.5) + " " + f() + " " + f(1, 2));
        System.out.println(g(1) + " " + g(1L) + " " + g(true));
        Object text = "text";
        System.out.println(h(null) + " " + h("s") + " " + h(text));
    }
}
