// A missing value is unboxed.
//@ check: violated
//@ out: 20
public class UnboxNullBad {
    static Integer find(int[] keys, Integer[] values, int key) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == key) {
                return values[i];
            }
        }
        return null;
    }

    public static void main(String[] args) {
        int[] keys = {1, 2};
        Integer[] values = {10, 20};
        int a = find(keys, values, 2);
        System.out.println(a);
        int b = find(keys, values, 3); //~ null-dereference
        System.out.println(b);
    }
}
