/** Model of java.util.function.ObjDoubleConsumer: an action on an object and double. */
package java.util.function;

@FunctionalInterface
public interface ObjDoubleConsumer<T> {
    void accept(T object, double argument);
}
