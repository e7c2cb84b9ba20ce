// Names of classes of all kinds.
//@ check: holds
//@ out: ClassNames$Nested Nested
//@ out: ClassNames$Inner Inner
//@ out: ClassNames$1Local Local
//@ out: ClassNames$E$1
//@ out: [I int[]
//@ out: [[Ljava.lang.String; String[][]
//@ out: [LClassNames$Nested; Nested[]
//@ out: java.lang.String String
//@ out: java.lang.Character Character
//@ out: ClassNames$1|
//@ out: int class java.lang.String interface java.lang.Runnable [I
//@ out: true
//@ out: java.lang.Object class ClassNames$E
public class ClassNames {
    static class Nested {}

    class Inner {}

    enum E { A { } }

    public static void main(String[] args) {
        class Local {}
        Object anonymous = new Object() {};
        Object[] objects = {
            new Nested(), new ClassNames().new Inner(), new Local(), E.A, new int[0], new String[0][0], new Nested[0], "s", 'c',
        };
        for (Object o : objects) {
            System.out.println(o.getClass().getName() + " " + o.getClass().getSimpleName());
        }
        System.out.println(anonymous.getClass().getName() + "|" + anonymous.getClass().getSimpleName());
        System.out.println(int.class + " " + String.class + " " + Runnable.class + " " + int[].class.getName());
        System.out.println(new Nested().getClass() == Nested.class && Nested.class.isInstance(objects[0]));
        System.out.println(Nested.class.getSuperclass().getName() + " " + E.A.getClass().getSuperclass());
    }
}
