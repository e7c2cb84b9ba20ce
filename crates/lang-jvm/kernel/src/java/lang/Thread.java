/** Model of java.lang.Thread: one thread, that of the program, runs; `start` is answered by the lowering. */
package java.lang;

import java.util.Objects;

public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    /** Made when it is asked for, like the numbers in names. */
    static Thread main;
    static int unnamed;

    private final Runnable task;
    private volatile String name;
    private int priority = NORM_PRIORITY;
    private boolean daemon;
    private volatile boolean interrupted;

    public Thread() {
        this(null, nextName());
    }

    public Thread(Runnable task) {
        this(task, nextName());
    }

    public Thread(String name) {
        this(null, name);
    }

    public Thread(Runnable task, String name) {
        this.task = task;
        this.name = Objects.requireNonNull(name, "name cannot be null");
    }

    private static String nextName() {
        return "Thread-".concat(String.valueOf(unnamed++));
    }

    public static Thread currentThread() {
        if (main == null) {
            main = new Thread(null, "main");
        }
        return main;
    }

    public native void start();

    public native void join() throws InterruptedException;

    public native void join(long milliseconds) throws InterruptedException;

    @Override
    public void run() {
        if (task != null) {
            task.run();
        }
    }

    public final String getName() {
        return name;
    }

    public final void setName(String name) {
        this.name = Objects.requireNonNull(name, "name cannot be null");
    }

    public final int getPriority() {
        return priority;
    }

    public final void setPriority(int priority) {
        if (priority < MIN_PRIORITY || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException();
        }
        this.priority = priority;
    }

    public final boolean isDaemon() {
        return daemon;
    }

    public final void setDaemon(boolean daemon) {
        this.daemon = daemon;
    }

    public void interrupt() {
        interrupted = true;
    }

    public boolean isInterrupted() {
        return interrupted;
    }

    public static boolean interrupted() {
        Thread current = currentThread();
        boolean was = current.interrupted;
        current.interrupted = false;
        return was;
    }

    public static void sleep(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (interrupted()) {
            throw new InterruptedException("sleep interrupted");
        }
    }

    public static void yield() {
    }

    public static void onSpinWait() {
    }
}
