// System.arraycopy moves overlapping ranges as if over a copy, and refuses ranges outside.
//@ check: holds
//@ out: 1 1 2 3 4
//@ out: 2 3 4 3 4
//@ out: 2 3 4 3 4
//@ out: x null
public class ArrayCopyOverlap {
    static void show(int[] a) {
        for (int x : a) {
            System.out.print(x + " ");
        }
        System.out.println();
    }

    public static void main(String[] args) {
        int[] a = {1, 2, 3, 4, 5};
        System.arraycopy(a, 0, a, 1, 4);
        show(a);
        System.arraycopy(a, 2, a, 0, 3);
        show(a);
        try {
            System.arraycopy(a, 3, a, 0, 3);
        } catch (ArrayIndexOutOfBoundsException e) {
            show(a);
        }
        Object[] objects = {"x", 1, "y"};
        String[] texts = new String[3];
        try {
            System.arraycopy(objects, 0, texts, 0, 3);
        } catch (ArrayStoreException e) {
            System.out.println(texts[0] + " " + texts[1]);
        }
    }
}
