/** Model of java.util.function.ObjIntConsumer: an action on an object and int. */
package java.util.function;

@FunctionalInterface
public interface ObjIntConsumer<T> {
    void accept(T object, int argument);
}
