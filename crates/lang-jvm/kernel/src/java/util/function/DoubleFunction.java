/** Model of java.util.function.DoubleFunction: a function of double. */
package java.util.function;

@FunctionalInterface
public interface DoubleFunction<R> {
    R apply(double argument);
}
