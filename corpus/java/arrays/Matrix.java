// Matrices are multiplied, transposed and compared.
//@ check: holds
//@ out: 144
public class Matrix {
    static long[][] times(long[][] a, long[][] b) {
        long[][] c = new long[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b[0].length; j++) {
                for (int k = 0; k < b.length; k++) {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return c;
    }

    public static void main(String[] args) {
        long[][] fib = {{1, 1}, {1, 0}};
        long[][] power = {{1, 0}, {0, 1}};
        for (int i = 0; i < 12; i++) {
            power = times(power, fib);
        }
        System.out.println(power[0][1]);
        assert power[0][1] == power[1][0] && power[0][0] == power[0][1] + power[1][1];
    }
}
