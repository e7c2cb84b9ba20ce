// A subclass fixes a type parameter: calls through the superclass reach it by a bridge, which casts.
//@ check: holds
//@ out: length 3 xx
//@ out: bridge
//@ out: -8
public class Bridges {
    static abstract class Handler<T> {
        abstract String handle(T input);

        T echo(T input) {
            return input;
        }
    }

    static class Length extends Handler<String> {
        @Override
        String handle(String input) {
            return "length " + input.length();
        }

        @Override
        String echo(String input) {
            return input + input;
        }
    }

    interface Shape extends Comparable<Shape> {
        int size();

        default int compareTo(Shape other) {
            return size() - other.size();
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        Handler<String> handler = new Length();
        System.out.println(handler.handle("abc") + " " + handler.echo("x"));
        Handler raw = handler;
        try {
            raw.handle(5);
        } catch (ClassCastException e) {
            System.out.println("bridge");
        }
        Shape small = () -> 1, large = () -> 9;
        Comparable<Shape> c = small;
        System.out.println(c.compareTo(large));
    }
}
