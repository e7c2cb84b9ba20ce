/** Model of java.lang.reflect.Array: new arrays of a class. The native is answered by the lowering. */
package java.lang.reflect;

public final class Array {
    private Array() {
    }

    public static native Object newInstance(Class<?> component, int length);
}
