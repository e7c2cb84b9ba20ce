// Cases fall through until a break; the default may be in the middle.
//@ check: holds
//@ out: one two
//@ out: two
//@ out: other hundred
//@ out: hundred
//@ out: negative
//@ out: negative
//@ out: other hundred
public class SwitchFallthrough {
    static String describe(int n) {
        String text = "";
        switch (n) {
            case 1:
                text += "one ";
            case 2:
                text += "two ";
                break;
            default:
                text += "other ";
            case 100:
                text += "hundred ";
                break;
            case -5:
            case -6:
                return "negative";
        }
        return text;
    }

    public static void main(String[] args) {
        for (int n : new int[] {1, 2, 3, 100, -5, -6, Integer.MAX_VALUE}) {
            System.out.println(describe(n));
        }
    }
}
