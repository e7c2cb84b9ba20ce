// Arithmetic on longs wraps around; an int product is not widened before it overflowed.
//@ check: holds
//@ out: true
//@ out: 1
//@ out: 0
//@ out: -727379968
//@ out: 1000000000000
//@ out: 2003764205206896640
public class LongOverflow {
    public static void main(String[] args) {
        long most = Long.MAX_VALUE, least = Long.MIN_VALUE;
        int million = 1000000;
        System.out.println(most + 1 == least);
        System.out.println(most * most);
        System.out.println(least * least);
        System.out.println(million * million);
        System.out.println((long) million * million);
        System.out.println(million * (long) million * million * million);
    }
}
