/** Model of java.util.function.DoubleSupplier: a function without arguments to double. */
package java.util.function;

@FunctionalInterface
public interface DoubleSupplier {
    double getAsDouble();
}
