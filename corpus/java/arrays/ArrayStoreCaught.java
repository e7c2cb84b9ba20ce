// Arrays are covariant: a store of another class is refused when it runs, and caught here.
//@ check: holds
//@ out: java.lang.String
//@ out: no java.lang.Integer
//@ out: [Ljava.lang.Object;
//@ out: 1 null
public class ArrayStoreCaught {
    public static void main(String[] args) {
        Object[] objects = new Integer[2];
        objects[0] = 1;
        objects[1] = null;
        try {
            objects[1] = "text";
            assert false;
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        Number[] numbers = new Long[1];
        try {
            numbers[0] = 1;
        } catch (ArrayStoreException e) {
            System.out.println("no " + e.getMessage());
        }
        Object[][] rows = new String[1][1];
        try {
            rows[0] = new Object[1];
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(objects[0] + " " + objects[1]);
    }
}
