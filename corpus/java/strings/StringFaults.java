// Indices outside of a text are refused.
//@ check: holds
//@ out: 0 index
//@ out: 1 index
//@ out: 2 index
//@ out: 3 count is negative: -1
//@ out: 4 index
//@ out: 5 index
//@ out: 6 null
//@ out: 7
public class StringFaults {
    static String attempt(int n) {
        try {
            switch (n) {
                case 0: return "abc".substring(2, 1);
                case 1: return "abc".substring(4, 5);
                case 2: return "" + "abc".charAt(-1);
                case 3: return "abc".repeat(-1);
                case 4: return new StringBuilder("abc").deleteCharAt(3).toString();
                case 5: return new StringBuilder("abc").insert(4, "x").toString();
                case 6: return "abc".concat(null);
                default: return "abc".substring(3);
            }
        } catch (StringIndexOutOfBoundsException e) {
            return "index";
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        } catch (NullPointerException e) {
            return "null";
        }
    }

    public static void main(String[] args) {
        for (int n = 0; n < 8; n++) {
            System.out.println(n + " " + attempt(n));
        }
    }
}
