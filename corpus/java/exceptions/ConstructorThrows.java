// A constructor that throws leaves no object behind, but what it did before stays.
//@ check: holds
//@ out: negative
//@ out: true
//@ out: 0
public class ConstructorThrows {
    static ConstructorThrows last;
    final int value;

    ConstructorThrows(int value) {
        last = this;
        if (value < 0) {
            throw new IllegalArgumentException("negative");
        }
        this.value = value;
    }

    public static void main(String[] args) {
        ConstructorThrows made = null;
        try {
            made = new ConstructorThrows(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(made == null);
        System.out.println(last.value);
        made = new ConstructorThrows(4);
        assert made == last;
    }
}
