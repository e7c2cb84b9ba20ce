// The exception of a static initialiser leaves the program as an error.
//@ check: violated
//@ out: begin
public class InitialiserThrowsBad {
    static class Table {
        static final int[] SIZES = {4, 0};
        static final int RATIO = SIZES[0] / SIZES[1]; //~ division-by-zero
    }

    public static void main(String[] args) {
        System.out.println("begin");
        System.out.println(Table.RATIO);
    }
}
