// Lambdas capture locals, parameters, this and fields.
//@ check: holds
//@ out: 113
//@ out: 123
//@ out: -23
//@ out: 15
//@ out: 1099511627776 0.5 c
public class Captures {
    interface IntOp {
        int apply(int x);
    }

    int field = 10;

    IntOp adder(int n) {
        int m = n * 2;
        return x -> x + n + m + field;
    }

    static IntOp compose(IntOp f, IntOp g) {
        return x -> g.apply(f.apply(x));
    }

    public static void main(String[] args) {
        Captures c = new Captures();
        IntOp add = c.adder(1);
        System.out.println(add.apply(100));
        c.field = 20;
        System.out.println(add.apply(100));
        System.out.println(compose(add, x -> -x).apply(0));
        IntOp[] ops = new IntOp[3];
        for (int i = 0; i < 3; i++) {
            int k = i;
            ops[i] = x -> x * k;
        }
        System.out.println(ops[1].apply(5) + ops[2].apply(5));
        long wide = 1L << 40;
        double d = 0.5;
        java.util.function.Supplier<String> text = () -> wide + " " + d + " " + 'c';
        System.out.println(text.get());
    }
}
