/** Model of java.util.function.BooleanSupplier: a function without arguments to boolean. */
package java.util.function;

@FunctionalInterface
public interface BooleanSupplier {
    boolean getAsBoolean();
}
