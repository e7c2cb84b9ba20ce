// Enums with fields, bodies, interfaces and static methods.
//@ check: holds
//@ out: PLUS + 0 7 PLUS
//@ out: TIMES * 1 12 TIMES
//@ out: 1 true
//@ out: true
public class Enums {
    interface Operator {
        int apply(int a, int b);
    }

    enum Op implements Operator {
        PLUS("+") {
            public int apply(int a, int b) {
                return a + b;
            }
        },
        TIMES("*") {
            public int apply(int a, int b) {
                return a * b;
            }
        };

        final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        static Op of(String sign) {
            for (Op op : values()) {
                if (op.sign.equals(sign)) {
                    return op;
                }
            }
            throw new IllegalArgumentException(sign);
        }
    }

    public static void main(String[] args) {
        for (Op op : Op.values()) {
            System.out.println(op + " " + op.sign + " " + op.ordinal() + " " + op.apply(3, 4) + " " + op.name());
        }
        System.out.println(Op.of("*").compareTo(Op.PLUS) + " " + (Op.valueOf("PLUS") == Op.PLUS));
        System.out.println(Op.PLUS.getDeclaringClass() == Op.class);
        Op[] copy = Op.values();
        copy[0] = null;
        assert Op.values()[0] == Op.PLUS;
    }
}
