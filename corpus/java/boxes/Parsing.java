// Numbers are read from texts; what is no number is refused with its text.
//@ check: holds
//@ out: -3
//@ out: 127 11111111 ffffffff
//@ out: -9223372036854775808 true
//@ out: For input string: ""
//@ out: For input string: "x"
//@ out: For input string: "2147483648"
//@ out: For input string: "1 "
//@ out: For input string: "-"
//@ out: 1500.0 0.1 2147483647
//@ out: 8 7 true
public class Parsing {
    public static void main(String[] args) {
        System.out.println(Integer.parseInt("-12") + Integer.parseInt("+7") + Integer.valueOf("ff".length()));
        System.out.println(Integer.parseInt("7f", 16) + " " + Integer.toString(255, 2) + " " + Integer.toHexString(-1));
        System.out.println(Long.parseLong("-9223372036854775808") + " " + Boolean.parseBoolean("TrUe"));
        for (String text : new String[] {"", "x", "2147483648", "1 ", "-"}) {
            try {
                System.out.println(Integer.parseInt(text));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Double.parseDouble("1.5e3") + " " + Float.parseFloat("0.1") + " " + Integer.MAX_VALUE);
        System.out.println(Integer.bitCount(255) + " " + Character.getNumericValue('7') + " " + Character.isLetter('x'));
    }
}
