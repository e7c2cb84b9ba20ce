// References to static methods, bound and unbound methods, constructors, arrays, and super.
//@ check: holds
//@ out: 42
//@ out: ann greets bob; loud greets eve!
//@ out: 3
//@ out: 4
//@ out: 5
//@ out: 6
//@ out: bound to null
import java.util.function.*;

public class MethodReferences {
    final String name;

    MethodReferences(String name) {
        this.name = name;
    }

    static int twice(int x) {
        return 2 * x;
    }

    String greet(String other) {
        return name + " greets " + other;
    }

    static class Loud extends MethodReferences {
        Loud() {
            super("loud");
        }

        @Override
        String greet(String other) {
            Function<String, String> quiet = super::greet;
            return quiet.apply(other) + "!";
        }
    }

    public static void main(String[] args) {
        IntUnaryOperator f = MethodReferences::twice;
        System.out.println(f.applyAsInt(21));
        Function<String, MethodReferences> make = MethodReferences::new;
        MethodReferences ann = make.apply("ann");
        Function<String, String> bound = ann::greet;
        BiFunction<MethodReferences, String, String> unbound = MethodReferences::greet;
        System.out.println(bound.apply("bob") + "; " + unbound.apply(new Loud(), "eve"));
        IntFunction<int[]> array = int[]::new;
        System.out.println(array.apply(3).length);
        Supplier<Integer> boxed = "four"::length;
        System.out.println(boxed.get());
        Function<Object, String> text = Object::toString;
        System.out.println(text.apply(5));
        ToIntFunction<Integer> unboxed = Integer::intValue;
        System.out.println(unboxed.applyAsInt(6));
        try {
            MethodReferences none = null;
            Function<String, String> never = none::greet;
            assert false;
        } catch (NullPointerException e) {
            System.out.println("bound to null");
        }
    }
}
