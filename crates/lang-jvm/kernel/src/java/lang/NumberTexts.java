/** The exceptions for texts that are no numbers, worded as in JDK 17. */
package java.lang;

final class NumberTexts {
    private NumberTexts() {
    }

    static NumberFormatException noNumber(String text, int radix) {
        StringBuilder message = new StringBuilder().append("For input string: \"").append(text).append('"');
        if (radix != 10) {
            message.append(" under radix ").append(radix);
        }
        return new NumberFormatException(message.toString());
    }
}
