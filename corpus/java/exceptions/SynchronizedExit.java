// A lock is released when an exception leaves its block; methods may be synchronized, too.
//@ check: holds
//@ out: 0
//@ out: 1
//@ out: fullfull
public class SynchronizedExit {
    private int count;

    synchronized int next() {
        if (count == 2) {
            throw new IllegalStateException("full");
        }
        return count++;
    }

    static synchronized String twice(String s) {
        return s + s;
    }

    public static void main(String[] args) {
        SynchronizedExit s = new SynchronizedExit();
        for (int i = 0; i < 3; i++) {
            try {
                synchronized (s) {
                    System.out.println(s.next());
                }
            } catch (IllegalStateException e) {
                System.out.println(twice(e.getMessage()));
            }
        }
        synchronized (SynchronizedExit.class) {
            assert s.count == 2;
        }
    }
}
