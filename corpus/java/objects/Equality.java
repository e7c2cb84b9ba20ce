// Identity and equality: equals and hashCode overridden, symmetric, and used by the library.
//@ check: holds
//@ out: true 33
public class Equality {
    static final class Point {
        final int x, y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Point && ((Point) o).x == x && ((Point) o).y == y;
        }

        @Override
        public int hashCode() {
            return 31 * x + y;
        }
    }

    public static void main(String[] args) {
        Point a = new Point(1, 2), b = new Point(1, 2), c = a;
        assert a != b && a == c && a.equals(b) && b.equals(a) && !a.equals(null) && !a.equals("1,2");
        assert a.hashCode() == b.hashCode();
        Object o = new Object();
        assert o.equals(o) && !o.equals(new Object());
        System.out.println(java.util.Objects.equals(a, b) + " " + a.hashCode());
    }
}
