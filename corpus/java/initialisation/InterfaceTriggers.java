// An interface is initialised for its fields, or with a class if it has default methods; not otherwise.
//@ check: holds
//@ out: WithDefault
//@ out: Impl
//@ out: then
//@ out: Sub
//@ out: Plain
//@ out: 2
public class InterfaceTriggers {
    static int say(String name) {
        System.out.println(name);
        return 1;
    }

    interface Plain {
        int P = say("Plain");
    }

    interface WithDefault {
        int W = say("WithDefault");

        default void run() {
        }
    }

    interface Sub extends WithDefault {
        int S = say("Sub");
    }

    static class Impl implements Plain, Sub {
        static {
            say("Impl");
        }
    }

    public static void main(String[] args) {
        new Impl();
        say("then");
        System.out.println(Impl.S + Plain.P);
    }
}
