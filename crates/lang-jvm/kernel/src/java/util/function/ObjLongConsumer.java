/** Model of java.util.function.ObjLongConsumer: an action on an object and long. */
package java.util.function;

@FunctionalInterface
public interface ObjLongConsumer<T> {
    void accept(T object, long argument);
}
