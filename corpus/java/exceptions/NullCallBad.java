// A method of null is called.
//@ check: violated
//@ out: b
public class NullCallBad {
    static String find(String[] names, String wanted) {
        for (String name : names) {
            if (name.equals(wanted)) { //~ null-dereference
                return name;
            }
        }
        return null;
    }

    public static void main(String[] args) {
        String[] names = {"a", "b", null, "c"};
        System.out.println(find(names, "b"));
        System.out.println(find(names, "c"));
    }
}
