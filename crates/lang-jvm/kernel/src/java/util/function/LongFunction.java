/** Model of java.util.function.LongFunction: a function of long. */
package java.util.function;

@FunctionalInterface
public interface LongFunction<R> {
    R apply(long argument);
}
