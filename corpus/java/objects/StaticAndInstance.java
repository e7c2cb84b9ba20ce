// Static fields are shared by all objects; objects have their own.
//@ check: holds
//@ out: 7 10 19 12
//@ out: 19
public class StaticAndInstance {
    static int total;
    int own;
    final int id = ++total;

    StaticAndInstance add(int n) {
        own += n;
        total += n;
        return this;
    }

    public static void main(String[] args) {
        StaticAndInstance a = new StaticAndInstance(), b = new StaticAndInstance();
        a.add(3).add(4);
        b.add(10);
        System.out.println(a.own + " " + b.own + " " + total + " " + a.id + b.id);
        StaticAndInstance none = null;
        System.out.println(none.total);
    }
}
