// Binary search finds each element and the place of each other number.
//@ check: holds
//@ out: 0011111222333334
public class BinarySearch {
    static int find(int[] a, int key) {
        int lo = 0, hi = a.length;
        while (lo < hi) {
            int mid = lo + hi >>> 1;
            if (a[mid] < key) {
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        return lo;
    }

    public static void main(String[] args) {
        int[] a = {-5, 0, 3, 8};
        for (int key = -6; key <= 9; key++) {
            int at = find(a, key);
            assert at == 0 || a[at - 1] < key;
            assert at == a.length || a[at] >= key;
            System.out.print(at);
        }
        System.out.println();
    }
}
