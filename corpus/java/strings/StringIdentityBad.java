// Texts are compared by identity.
//@ check: violated
//@ out: true
public class StringIdentityBad {
    static boolean isAdmin(String name) {
        return name == "admin";
    }

    public static void main(String[] args) {
        System.out.println(isAdmin("admin"));
        String first = "ad";
        assert isAdmin("ad" + "min");
        assert isAdmin(first + "min"); //~ unhandled-exception: "java.lang.AssertionError"
    }
}
