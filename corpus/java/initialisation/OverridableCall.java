// A constructor that calls an overridable method reaches the subclass before its fields are set.
//@ check: holds
//@ out: null 5 0
//@ out: name 5 6
//@ out: base
public class OverridableCall {
    static class Base {
        final String text;

        Base() {
            text = describe();
        }

        String describe() {
            return "base";
        }
    }

    static class Derived extends Base {
        String name = "name";
        final int constant = 5;
        final int computed = Integer.parseInt("6");

        @Override
        String describe() {
            return name + " " + constant + " " + computed;
        }
    }

    public static void main(String[] args) {
        Derived derived = new Derived();
        System.out.println(derived.text);
        System.out.println(derived.describe());
        System.out.println(new Base().text);
    }
}
