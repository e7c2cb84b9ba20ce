// The right side of && and || is evaluated only where it decides; & and | evaluate both sides.
//@ check: holds
//@ out: a c e f g h false true false true
//@ out: i j k l true
public class ShortCircuit {
    static boolean say(String name, boolean value) {
        System.out.print(name + " ");
        return value;
    }

    public static void main(String[] args) {
        boolean a = say("a", false) && say("b", true);
        boolean b = say("c", true) || say("d", false);
        boolean c = say("e", false) & say("f", true);
        boolean d = say("g", true) | say("h", false);
        System.out.println(a + " " + b + " " + c + " " + d);
        int[] array = null;
        assert array == null || array.length > 0;
        boolean both = say("i", true) && (say("j", false) || say("k", true)) && !say("l", false);
        System.out.println(both);
    }
}
