// A switch on strings compares by equals, also where two texts have the same hash.
//@ check: holds
//@ out: 1 2 3 4 -1
//@ out: null
public class SwitchStrings {
    static int number(String text) {
        switch (text) {
            case "one": return 1;
            case "Aa": return 2;
            case "BB": return 3;
            case "": return 4;
            default: return -1;
        }
    }

    public static void main(String[] args) {
        assert "Aa".hashCode() == "BB".hashCode();
        String built = "B";
        built += "B";
        System.out.println(number("one") + " " + number("Aa") + " " + number(built) + " " + number("") + " " + number("x"));
        try {
            number(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
