// Resources are closed in reverse order; exceptions while closing are suppressed by the first one.
//@ check: holds
//@ out: open a
//@ out: open b
//@ out: body
//@ out: close b
//@ out: close a
//@ out: end
//@ out: open a
//@ out: open b
//@ out: body
//@ out: close b
//@ out: close a
//@ out: caught body + close b + close a
//@ out: end
//@ out: open a
//@ out: close a
//@ out: caught open b + close a
//@ out: end
//@ out: open a
//@ out: open b
//@ out: body
//@ out: close b
//@ out: close a
//@ out: caught close b + close a
//@ out: end
public class TryWithResources {
    static class Resource implements AutoCloseable {
        final String name;
        final boolean failsToClose;

        Resource(String name, boolean failsToOpen, boolean failsToClose) {
            if (failsToOpen) {
                throw new IllegalStateException("open " + name);
            }
            this.name = name;
            this.failsToClose = failsToClose;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (failsToClose) {
                throw new IllegalArgumentException("close " + name);
            }
        }
    }

    static void use(boolean body, boolean second, boolean close) {
        try (Resource a = new Resource("a", false, close); Resource b = new Resource("b", second, close); Resource none = null) {
            System.out.println("body");
            if (body) {
                throw new RuntimeException("body");
            }
        } catch (RuntimeException e) {
            System.out.print("caught " + e.getMessage());
            for (Throwable t : e.getSuppressed()) {
                System.out.print(" + " + t.getMessage());
            }
            System.out.println();
        } finally {
            System.out.println("end");
        }
    }

    public static void main(String[] args) {
        use(false, false, false);
        use(true, false, true);
        use(false, true, true);
        use(false, false, true);
    }
}
