// A failed cast is caught; null can be cast to anything.
//@ check: holds
//@ out: no Integer
//@ out: no Shape
//@ out: 1
//@ out: no int[]
public class CastCaught {
    interface Shape {}

    static class Square implements Shape {}

    public static void main(String[] args) {
        Object o = "text";
        try {
            Integer i = (Integer) o;
            assert false;
        } catch (ClassCastException e) {
            System.out.println("no Integer");
        }
        try {
            Shape shape = (Shape) o;
            assert false;
        } catch (ClassCastException e) {
            System.out.println("no Shape");
        }
        o = new Square[1];
        Shape[] shapes = (Shape[]) o;
        System.out.println(shapes.length);
        try {
            int[] ints = (int[]) o;
        } catch (ClassCastException e) {
            System.out.println("no int[]");
        }
        o = null;
        Shape none = (Shape) o;
        assert none == null;
    }
}
