// A sealed interface of records, taken apart by patterns of instanceof.
//@ check: holds
//@ out: 21 Group[left=Circle[radius=2], right=Group[left=Square[side=3], right=Square[side=-1]]]
public class SealedShapes {
    sealed interface Shape permits Circle, Square, Group {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    record Group(Shape left, Shape right) implements Shape {}

    static int size(Shape shape) {
        if (shape instanceof Circle c) {
            return 3 * c.radius() * c.radius();
        }
        if (shape instanceof Square s && s.side() > 0) {
            return s.side() * s.side();
        } else if (!(shape instanceof Group g)) {
            return 0;
        } else {
            return size(g.left()) + size(g.right());
        }
    }

    public static void main(String[] args) {
        Shape shape = new Group(new Circle(2), new Group(new Square(3), new Square(-1)));
        System.out.println(size(shape) + " " + shape);
        assert size(shape) == 21;
    }
}
