// Lambdas behind generic interfaces box and unbox; checked exceptions pass them.
//@ check: holds
//@ out: 144 3 abab
//@ out: 17
//@ out: true
//@ out: fine 7 failed io
//@ out: deep
//@ out: aa
import java.util.function.*;

public class BoxedLambdas {
    interface Thrower<X extends Exception> {
        int run() throws X;
    }

    static <X extends Exception> String attempt(Thrower<X> thrower) {
        try {
            return "fine " + thrower.run();
        } catch (Exception e) {
            return "failed " + e.getMessage();
        }
    }

    public static void main(String[] args) {
        Function<Integer, Integer> square = x -> x * x;
        BinaryOperator<Long> sum = (a, b) -> a + b;
        UnaryOperator<String> twice = s -> s + s;
        Predicate<Integer> even = x -> x % 2 == 0;
        System.out.println(square.apply(12) + " " + sum.apply(1L, 2L) + " " + twice.apply("ab"));
        System.out.println(square.andThen(x -> x + 1).compose((Integer x) -> x - 1).apply(5));
        System.out.println(even.and(x -> x > 2).negate().or(x -> x == 4).test(4));
        System.out.println(attempt(() -> 7) + " " + attempt(() -> {
            throw new java.io.IOException("io");
        }));
        Supplier<Supplier<String>> nested = () -> () -> "deep";
        System.out.println(nested.get().get());
        Runnable[] log = new Runnable[2];
        StringBuilder text = new StringBuilder();
        log[0] = () -> text.append("a");
        log[1] = log[0]::run;
        log[1].run();
        log[0].run();
        System.out.println(text);
    }
}
