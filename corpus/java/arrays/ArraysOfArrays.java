// Rows of an array of arrays are objects of their own; they may be missing and of different lengths.
//@ check: holds
//@ out: 2 3 7
//@ out: 1
//@ out: 1 1
//@ out: 1 2 1
//@ out: 1 3 3 1
//@ out: null 2
//@ out: 5
public class ArraysOfArrays {
    public static void main(String[] args) {
        int[][] matrix = new int[2][3];
        matrix[1][2] = 7;
        System.out.println(matrix.length + " " + matrix[0].length + " " + matrix[1][2]);
        int[][] triangle = new int[4][];
        assert triangle[0] == null;
        for (int i = 0; i < triangle.length; i++) {
            triangle[i] = new int[i + 1];
            triangle[i][0] = triangle[i][i] = 1;
            for (int j = 1; j < i; j++) {
                triangle[i][j] = triangle[i - 1][j - 1] + triangle[i - 1][j];
            }
        }
        for (int[] row : triangle) {
            for (int value : row) {
                System.out.print(value + " ");
            }
            System.out.println();
        }
        matrix[0] = matrix[1];
        matrix[0][0] = 9;
        assert matrix[1][0] == 9;
        char[][][] deep = new char[2][1][];
        System.out.println(deep[1][0] + " " + deep.length);
        long[][] literal = {{1, 2}, {}, {3}};
        System.out.println(literal[0][1] + literal[2][0] + literal[1].length);
    }
}
