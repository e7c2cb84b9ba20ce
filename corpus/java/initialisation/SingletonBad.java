// A singleton counts its instances in a field that is initialised after it, so the count is lost.
//@ check: violated
//@ out: 0
public class SingletonBad {
    static final SingletonBad INSTANCE = new SingletonBad();
    static int instances = 0;

    private SingletonBad() {
        instances++;
    }

    public static void main(String[] args) {
        System.out.println(instances);
        assert instances == 1; //~ unhandled-exception: "java.lang.AssertionError"
    }
}
