// The overridden method uses a list that is not there yet.
//@ check: violated
//@ out: base
public class OverridableCallBad {
    static class Base {
        Base() {
            add(1);
        }

        void add(int x) {
        }
    }

    static class Collector extends Base {
        int[] values = new int[4];
        int count;

        @Override
        void add(int x) {
            values[count++] = x; //~ null-dereference
        }
    }

    public static void main(String[] args) {
        new Base();
        System.out.println("base");
        new Collector();
    }
}
