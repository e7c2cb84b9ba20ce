// The last char of an empty text is asked for.
//@ check: violated
//@ out: b
//@ out: b
public class StringIndexBad {
    static char last(String text) {
        return text.charAt(text.length() - 1); //~ unhandled-exception: "java.lang.StringIndexOutOfBoundsException"
    }

    public static void main(String[] args) {
        String text = "ab";
        while (true) {
            System.out.println(last(text));
            text = text.substring(1);
        }
    }
}
