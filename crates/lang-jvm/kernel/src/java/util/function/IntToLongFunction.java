/** Model of java.util.function.IntToLongFunction: a function from int to long. */
package java.util.function;

@FunctionalInterface
public interface IntToLongFunction {
    long applyAsLong(int argument);
}
