// Classification and conversion of chars.
//@ check: holds
//@ out: 40
//@ out: hELLO 9 wORLD false b
public class Characters {
    static int evaluate(String text) {
        int value = 0, sign = 1, number = 0;
        for (char c : (text + "+").toCharArray()) {
            if (Character.isDigit(c)) {
                number = number * 10 + Character.digit(c, 10);
            } else if (!Character.isWhitespace(c)) {
                value += sign * number;
                number = 0;
                sign = c == '-' ? -1 : 1;
            }
        }
        return value;
    }

    public static void main(String[] args) {
        System.out.println(evaluate("12 + 30-2"));
        StringBuilder swapped = new StringBuilder();
        for (char c : "Hello 9 World".toCharArray()) {
            swapped.append(Character.isUpperCase(c) ? Character.toLowerCase(c) : Character.toUpperCase(c));
        }
        System.out.println(swapped + " " + Character.isLetterOrDigit('_') + " " + Character.forDigit(11, 16));
    }
}
