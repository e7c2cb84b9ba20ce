/** Model of java.util.RandomAccess. */
package java.util;

public interface RandomAccess {
}
