// Two classes initialise each other: the second sees the first one's defaults.
//@ check: holds
//@ out: 18 17
public class Cycle {
    static class A {
        static int x = B.y + 1;
        static final int FIXED = 7;
    }

    static class B {
        static int y = A.x + 10 + A.FIXED;
    }

    public static void main(String[] args) {
        System.out.println(A.x + " " + B.y);
    }
}
