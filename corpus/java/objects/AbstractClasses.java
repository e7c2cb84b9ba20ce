// Abstract methods are filled in by subclasses; a template method calls them.
//@ check: holds
//@ out: Circle 12.0
//@ out: Square 2.25!
//@ out: AbstractClasses$Circle true
public class AbstractClasses {
    static abstract class Shape {
        abstract double area();

        String describe() {
            return getClass().getSimpleName() + " " + area();
        }
    }

    static class Circle extends Shape {
        final double radius;

        Circle(double radius) {
            this.radius = radius;
        }

        double area() {
            return 3 * radius * radius;
        }
    }

    static class Square extends Shape {
        double side = 1.5;

        double area() {
            return side * side;
        }

        @Override
        String describe() {
            return super.describe() + "!";
        }
    }

    public static void main(String[] args) {
        Shape[] shapes = {new Circle(2), new Square()};
        for (Shape shape : shapes) {
            System.out.println(shape.describe());
        }
        System.out.println(shapes[0].getClass().getName() + " " + (shapes[0].getClass() == Circle.class));
    }
}
