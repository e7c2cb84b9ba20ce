// A checked exception leaves main.
//@ check: violated
//@ out: 0
//@ out: 1
public class OwnExceptionBad {
    static class Broken extends Exception {
        Broken(int part) {
            super("part " + part);
        }
    }

    static void test(int part) throws Broken {
        if (part > 1) {
            throw new Broken(part); //~ unhandled-exception: "OwnExceptionBad$Broken"
        }
    }

    public static void main(String[] args) throws Broken {
        for (int part = 0; ; part++) {
            test(part);
            System.out.println(part);
        }
    }
}
