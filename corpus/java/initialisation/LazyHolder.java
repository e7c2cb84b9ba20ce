// A holder class makes its object when it is first asked for.
//@ check: holds
//@ out: 1
public class LazyHolder {
    static int made;

    private LazyHolder() {
        made++;
    }

    private static class Holder {
        static final LazyHolder INSTANCE = new LazyHolder();
    }

    static LazyHolder get() {
        return Holder.INSTANCE;
    }

    public static void main(String[] args) {
        assert made == 0;
        LazyHolder one = get();
        assert made == 1 && one == get() && made == 1;
        System.out.println(made);
    }
}
