// A generic class, a bounded method, a wildcard and a raw type; casts are inserted by the compiler.
//@ check: holds
//@ out: 7bx
//@ out: 6.0
//@ out: 3
//@ out: 1
//@ out: polluted
public class GenericBox {
    static class Box<T> {
        private T value;

        Box(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }

        <R> Box<R> map(java.util.function.Function<? super T, ? extends R> f) {
            return new Box<>(f.apply(value));
        }
    }

    static <T extends Comparable<T>> T max(T a, T b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    static int length(Box<? extends CharSequence> box) {
        return box.get().length();
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        System.out.println(max(3, 7) + max("a", "b") + max('x', 'c'));
        System.out.println(new Box<>("four").map(String::length).map(x -> x * 1.5).get());
        System.out.println(length(new Box<>(new StringBuilder("abc"))));
        Box raw = new Box<>(1);
        Box<String> polluted = raw;
        Object fine = polluted.get();
        System.out.println(fine);
        try {
            String text = polluted.get();
            System.out.println(text);
        } catch (ClassCastException e) {
            System.out.println("polluted");
        }
    }
}
