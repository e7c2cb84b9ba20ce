/** Model of java.util.Set; without the immutable sets, whose order differs from run to run. */
package java.util;

public interface Set<E> extends Collection<E> {
}
