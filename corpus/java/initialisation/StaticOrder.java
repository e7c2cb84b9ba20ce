// Static initialisers run in textual order, at the first use, the superclass first.
//@ check: holds
//@ out: own main Base.a Base.block Base.b Derived.c run 21
public class StaticOrder {
    static int step(String name) {
        System.out.print(name + " ");
        return name.length();
    }

    static class Base {
        static int a = step("Base.a");

        static {
            step("Base.block");
        }

        static int b = step("Base.b");
    }

    static class Derived extends Base {
        static int c = step("Derived.c");

        static void run() {
            step("run");
        }
    }

    static int own = step("own");

    public static void main(String[] args) {
        step("main");
        Derived.run();
        System.out.println(Derived.a + Derived.c + Base.b);
    }
}
