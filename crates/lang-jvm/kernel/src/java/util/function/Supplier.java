/** Model of java.util.function.Supplier: a function without arguments. */
package java.util.function;

@FunctionalInterface
public interface Supplier<T> {
    T get();
}
