// Variable arguments become an array, which may be passed itself; none are an empty array.
//@ check: holds
//@ out: 0 1 6 9
//@ out: 1-x-y-null/4
//@ out: 1/1
//@ out: a+b/2
//@ out: /0
public class Varargs {
    static int sum(int... values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }

    static String join(String separator, Object... parts) {
        String text = "";
        for (int i = 0; i < parts.length; i++) {
            text += (i > 0 ? separator : "") + parts[i];
        }
        return text + "/" + parts.length;
    }

    public static void main(String[] args) {
        System.out.println(sum() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(new int[] {4, 5}));
        System.out.println(join("-", 1, 'x', "y", null));
        System.out.println(join("-", (Object) new String[] {"a"}.length));
        System.out.println(join("+", (Object[]) new String[] {"a", "b"}));
        System.out.println(join("."));
    }
}
