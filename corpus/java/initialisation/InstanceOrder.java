// Field initialisers and instance blocks run in textual order, after the superclass's constructor.
//@ check: holds
//@ out: a block Base b c int Derived
public class InstanceOrder {
    static String log = "";

    static int step(String name) {
        log += name + " ";
        return log.length();
    }

    static class Base {
        int a = step("a");

        {
            step("block");
        }

        Base() {
            step("Base");
        }
    }

    static class Derived extends Base {
        int b = step("b");

        Derived() {
            this(1);
            step("Derived");
        }

        Derived(int x) {
            super();
            step("int");
        }

        int c = step("c");
    }

    public static void main(String[] args) {
        new Derived();
        System.out.println(log);
    }
}
