/** Model of java.util.function.IntSupplier: a function without arguments to int. */
package java.util.function;

@FunctionalInterface
public interface IntSupplier {
    int getAsInt();
}
