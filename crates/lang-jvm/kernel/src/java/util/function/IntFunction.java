/** Model of java.util.function.IntFunction: a function of int. */
package java.util.function;

@FunctionalInterface
public interface IntFunction<R> {
    R apply(int argument);
}
