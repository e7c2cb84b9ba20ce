// Insertion sort leaves a sorted permutation.
//@ check: holds
//@ out: -2 0 1 5 5 9
public class InsertionSort {
    static void sort(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int moved = a[i], j = i;
            while (j > 0 && a[j - 1] > moved) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = moved;
        }
    }

    public static void main(String[] args) {
        int[] a = {5, -2, 9, 0, 5, 1};
        int sum = 0;
        for (int x : a) {
            sum += x;
        }
        sort(a);
        for (int i = 0; i < a.length; i++) {
            assert i == 0 || a[i - 1] <= a[i];
            sum -= a[i];
            System.out.print(a[i] + " ");
        }
        System.out.println();
        assert sum == 0;
    }
}
