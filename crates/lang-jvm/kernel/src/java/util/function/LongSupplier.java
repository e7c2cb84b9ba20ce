/** Model of java.util.function.LongSupplier: a function without arguments to long. */
package java.util.function;

@FunctionalInterface
public interface LongSupplier {
    long getAsLong();
}
