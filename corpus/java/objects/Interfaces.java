// Interfaces with default, static and private methods; the class wins over a default, a sub-interface over its super.
//@ check: holds
//@ out: I am the lambda
//@ out: Good day, I AM THE BOTH
//@ out: base
//@ out: I AM THE LOUD
public class Interfaces {
    interface Named {
        String name();

        default String greet() {
            return prefix() + name();
        }

        private String prefix() {
            return "I am " + helper() + " ";
        }

        private static String helper() {
            return "the";
        }

        static Named of(String name) {
            return () -> name;
        }
    }

    interface Loud extends Named {
        @Override
        default String greet() {
            return Named.super.greet().toUpperCase();
        }
    }

    interface Polite {
        default String greet() {
            return "Good day";
        }
    }

    static class Both implements Loud, Polite {
        public String name() {
            return "both";
        }

        @Override
        public String greet() {
            return Polite.super.greet() + ", " + Loud.super.greet();
        }
    }

    static class Base {
        public String greet() {
            return "base";
        }
    }

    static class ClassWins extends Base implements Polite {
    }

    public static void main(String[] args) {
        System.out.println(Named.of("lambda").greet());
        System.out.println(new Both().greet());
        System.out.println(new ClassWins().greet());
        Loud loud = () -> "loud";
        System.out.println(loud.greet());
    }
}
