/** Model of java.util.function.LongToIntFunction: a function from long to int. */
package java.util.function;

@FunctionalInterface
public interface LongToIntFunction {
    int applyAsInt(long argument);
}
