// Two texts have the same hash, but not the same case.
//@ check: violated
public class SwitchStringsBad {
    static int number(String text) {
        switch (text) {
            case "Aa": return 1;
            case "BB": return 2;
            default: return 0;
        }
    }

    public static void main(String[] args) {
        assert number("C#") == 0;
        assert number("Aa") == number("BB"); //~ unhandled-exception: "java.lang.AssertionError"
    }
}
