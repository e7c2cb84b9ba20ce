/**
 * Runs the questions on both sides and prints the first lines that differ. Texts of exceptions and orders of iteration
 * are those of JDK 17; other versions are asked for the rest alone.
 */
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.function.Consumer;

public final class Compare {
    private static final int MOST_SHOWN = 20;
    private static final boolean IS_MODELLED_VERSION = Runtime.version().feature() == 17;

    private Compare() {
    }

    private static String[] lines(Consumer<PrintStream> questions) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        questions.accept(new PrintStream(bytes));
        return bytes.toString().split("\n");
    }

    public static void main(String[] arguments) {
        compare("Numbers", lines(real.Numbers::run), lines(modelled.Numbers::run));
        if (IS_MODELLED_VERSION) {
            compare("Containers", lines(real.Containers::run), lines(modelled.Containers::run));
        }
    }

    private static boolean isComparable(String line) {
        return IS_MODELLED_VERSION || !line.contains("Exception");
    }

    private static void compare(String name, String[] real, String[] modelled) {
        int shown = 0;
        for (int i = 0; i < Math.max(real.length, modelled.length) && shown < MOST_SHOWN; i++) {
            String left = i < real.length ? real[i] : "nothing";
            String right = i < modelled.length ? modelled[i] : "nothing";
            if (!left.equals(right) && isComparable(left)) {
                System.out.println(name + ", JDK:    " + left + "\n" + name + ", models: " + right);
                shown++;
            }
        }
        System.out.println(name + ": " + real.length + " lines, " + (shown == 0 ? "the same" : "different"));
    }
}
