// Switches as expressions with arrows and yield.
//@ check: holds
//@ out: MONDAY 8
//@ out: FRIDAY 6
//@ out: SUNDAY 0
//@ out: first1
//@ out: second2
//@ out: third2
//@ out: large2
//@ out: first1
//@ out: third2
public class SwitchExpressions {
    enum Day { MONDAY, FRIDAY, SUNDAY }

    static int hours(Day day) {
        return switch (day) {
            case MONDAY -> 8;
            case FRIDAY -> {
                int base = 8;
                yield base - 2;
            }
            case SUNDAY -> 0;
        };
    }

    static String name(int n) {
        String text = switch (n % 3) {
            case 0, -1 -> "first";
            case 1 -> "second";
            default -> {
                if (n > 10) {
                    yield "large";
                }
                yield "third";
            }
        };
        return text + (switch (text) { case "first": yield 1; default: yield 2; });
    }

    public static void main(String[] args) {
        for (Day day : Day.values()) {
            System.out.println(day + " " + hours(day));
        }
        for (int n : new int[] {0, 1, 2, 11, -1, -2}) {
            System.out.println(name(n));
        }
    }
}
