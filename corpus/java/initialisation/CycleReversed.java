// The same two classes, used in the other order, get other values.
//@ check: holds
//@ out: 11 1
public class CycleReversed {
    static class A {
        static int x = B.y + 1;
    }

    static class B {
        static int y = A.x + 10;
    }

    public static void main(String[] args) {
        System.out.println(B.y + " " + A.x);
    }
}
