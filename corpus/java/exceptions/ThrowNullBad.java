// To throw null is a null dereference.
//@ check: violated
//@ out: made
public class ThrowNullBad {
    static RuntimeException make(boolean really) {
        return really ? new RuntimeException("made") : null;
    }

    public static void main(String[] args) {
        try {
            throw make(true);
        } catch (RuntimeException e) {
            System.out.println(e.getMessage());
        }
        throw make(false); //~ null-dereference
    }
}
