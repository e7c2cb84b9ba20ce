// Records: components, canonical and compact constructors, equality, hash code and text.
//@ check: holds
//@ out: Point[x=1, y=-2] true false 29 3
//@ out: 2 false
//@ out: 2 > 1 Range[low=7, high=7]
//@ out: Mixed[text=t, d=-0.0, f=1.5, l=8589934592, c=c, b=true, y=-1, s=3, point=Point[x=1, y=-2]]
//@ out: false
//@ out: true
//@ out: Pair[first=a, second=Pair[first=1, second=null]] 1 true
public class Records {
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);

        int distance() {
            return Math.abs(x) + Math.abs(y);
        }

        Point plus(Point other) {
            return new Point(x + other.x, y + other.y);
        }
    }

    record Range(int low, int high) {
        Range {
            if (low > high) {
                throw new IllegalArgumentException(low + " > " + high);
            }
        }

        Range(int only) {
            this(only, only);
        }
    }

    record Mixed(String text, double d, float f, long l, char c, boolean b, byte y, short s, Point point) {}

    record Pair<A, B>(A first, B second) {}

    record Empty() {}

    public static void main(String[] args) {
        Point p = new Point(1, -2), q = new Point(1, -2);
        System.out.println(p + " " + p.equals(q) + " " + (p == q) + " " + p.hashCode() + " " + p.distance());
        System.out.println(p.plus(q).x() + " " + Point.ORIGIN.equals(null));
        try {
            new Range(2, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + new Range(7));
        }
        Mixed mixed = new Mixed("t", -0.0, 1.5f, 1L << 33, 'c', true, (byte) -1, (short) 3, p);
        System.out.println(mixed);
        System.out.println(mixed.equals(new Mixed("t", 0.0, 1.5f, 1L << 33, 'c', true, (byte) -1, (short) 3, q)));
        System.out.println(mixed.equals(new Mixed("t", -0.0, 1.5f, 1L << 33, 'c', true, (byte) -1, (short) 3, q)));
        Pair<String, Pair<Integer, Object>> pair = new Pair<>("a", new Pair<>(1, null));
        System.out.println(pair + " " + pair.second().first() + " " + new Empty().equals(new Empty()));
    }
}
