// equals is overloaded, not overridden, so calls through Object compare identities.
//@ check: violated
//@ out: false
public class EqualityBad {
    final int x;

    EqualityBad(int x) {
        this.x = x;
    }

    public boolean equals(EqualityBad other) {
        return x == other.x;
    }

    public static void main(String[] args) {
        EqualityBad a = new EqualityBad(1), b = new EqualityBad(1);
        assert a.equals(b);
        Object o = b;
        System.out.println(a.equals(o));
        assert a.equals(o); //~ unhandled-exception: "java.lang.AssertionError"
    }
}
