// What initialises a class: new, a static call, a static field; not a constant, an array of it, or a cast.
//@ check: holds
//@ out: 5
//@ out: before
//@ out: A
//@ out: 6
//@ out: B
//@ out: 0
//@ out: C
//@ out: D
public class Triggers {
    static class A {
        static final int CONSTANT = 5;
        static final Integer BOXED = 6;

        static {
            System.out.println("A");
        }
    }

    static class B {
        static int field;

        static {
            System.out.println("B");
        }
    }

    static class C extends B {
        static {
            System.out.println("C");
        }

        static void call() {
        }
    }

    static class D {
        static {
            System.out.println("D");
        }
    }

    public static void main(String[] args) {
        System.out.println(A.CONSTANT);
        A[] array = new A[2];
        Object o = array;
        boolean is = o instanceof A[];
        System.out.println("before");
        System.out.println(A.BOXED);
        System.out.println(C.field);
        C.call();
        new D();
        new D();
    }
}
