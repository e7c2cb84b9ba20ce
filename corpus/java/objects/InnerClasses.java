// Inner classes see the fields of the object around them, of each level, also where names are hidden.
//@ check: holds
//@ out: 321
//@ out: 312 2
//@ out: 85
public class InnerClasses {
    int x = 1;

    class Middle {
        int x = 2;

        class Inner {
            int x = 3;

            int sum() {
                return x * 100 + Middle.this.x * 10 + InnerClasses.this.x;
            }

            void change() {
                InnerClasses.this.x++;
                Middle.this.x--;
            }
        }
    }

    private int secret = 42;

    static class Nested {
        int read(InnerClasses other) {
            return other.secret++;
        }
    }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses();
        InnerClasses.Middle middle = outer.new Middle();
        InnerClasses.Middle.Inner inner = middle.new Inner();
        System.out.println(inner.sum());
        inner.change();
        System.out.println(inner.sum() + " " + outer.x);
        Nested nested = new Nested();
        System.out.println(nested.read(outer) + nested.read(outer));
    }
}
