// Ternaries choose values and types: boxes are unboxed where the other side is a number.
//@ check: holds
//@ out: large
//@ out: 1.0
//@ out: 1
//@ out: 8
//@ out: unboxed null
//@ out: null
public class Ternaries {
    static Integer none() {
        return null;
    }

    public static void main(String[] args) {
        int x = 5;
        System.out.println(x > 3 ? "large" : x > 1 ? "middle" : "small");
        Object o = true ? 1 : 2.0;
        System.out.println(o);
        Object p = true ? (Object) 1 : 2.0;
        System.out.println(p);
        Integer box = 7;
        long wide = false ? box : 8L;
        System.out.println(wide);
        try {
            int y = true ? none() : 0;
            System.out.println(y);
        } catch (NullPointerException e) {
            System.out.println("unboxed null");
        }
        Integer kept = x > 3 ? none() : Integer.valueOf(1);
        System.out.println(kept);
    }
}
