// Local and anonymous classes capture variables by value and objects by reference.
//@ check: holds
//@ out: 301 502 1501
//@ out: 1608
public class LocalClasses {
    interface Counter {
        int next();
    }

    static Counter from(int start, int step) {
        int[] calls = {0};
        class Local implements Counter {
            int at = start;

            public int next() {
                calls[0]++;
                at += step;
                return at * 100 + calls[0];
            }
        }
        return new Local();
    }

    static Counter twice(Counter inner) {
        return new Counter() {
            private int total;

            {
                total = 1;
            }

            @Override
            public int next() {
                total += inner.next() + inner.next();
                return total;
            }
        };
    }

    public static void main(String[] args) {
        Counter a = from(1, 2), b = from(10, 5);
        System.out.println(a.next() + " " + a.next() + " " + b.next());
        System.out.println(twice(a).next());
    }
}
