// The pivot is left out of one part when it is the least, so the result is not sorted.
//@ check: violated
//@ out: 1 3 4 2
public class QuickSortBad {
    static void sort(int[] a, int lo, int hi) {
        if (lo >= hi) {
            return;
        }
        int pivot = a[lo], store = lo;
        for (int i = lo + 1; i < hi; i++) {
            if (a[i] < pivot) {
                store++;
                int t = a[i];
                a[i] = a[store];
                a[store] = t;
            }
        }
        a[lo] = a[store];
        a[store] = pivot;
        sort(a, lo, store - 1);
        sort(a, store + 1, hi);
    }

    public static void main(String[] args) {
        int[] a = {3, 4, 1, 2};
        sort(a, 0, a.length - 1);
        for (int x : a) {
            System.out.print(x + " ");
        }
        System.out.println();
        for (int i = 1; i < a.length; i++) {
            assert a[i - 1] <= a[i]; //~ unhandled-exception: "java.lang.AssertionError"
        }
    }
}
