/**
 * The exceptions that the machine itself throws, worded as in the JDK. The lowering calls these where a handler can see
 * the exception.
 */
package cutpoint;

public final class Faults {
    private Faults() {
    }

    public static Throwable nullPointer() {
        return new NullPointerException();
    }

    public static Throwable arithmetic() {
        return new ArithmeticException("/ by zero");
    }

    public static Throwable index(int index, int length) {
        return new ArrayIndexOutOfBoundsException(new StringBuilder().append("Index ").append(index)
            .append(" out of bounds for length ").append(length).toString());
    }

    public static Throwable negativeSize(int size) {
        return new NegativeArraySizeException(String.valueOf(size));
    }

    public static Throwable arrayStore(Object stored) {
        return new ArrayStoreException(stored.getClass().getName());
    }

    /** The JDK adds the modules of both classes, which are not modelled. */
    public static Throwable classCast(Object object, Class<?> target) {
        return new ClassCastException(new StringBuilder().append("class ").append(object.getClass().getName())
            .append(" cannot be cast to class ").append(target.getName()).toString());
    }

    public static Throwable incompatible() {
        return new IncompatibleClassChangeError();
    }

    public static Throwable abstractMethod() {
        return new AbstractMethodError();
    }

    /** What leaves an initialiser that threw this. */
    public static Throwable initializer(Throwable thrown) {
        return thrown instanceof Error ? thrown : new ExceptionInInitializerError(thrown);
    }

    public static Throwable noClassDef(String name) {
        return new NoClassDefFoundError("Could not initialize class ".concat(name));
    }

    /** A new array of the same exact class; answered by the lowering. */
    public static native Object[] newArray(Object[] like, int length);
}
