/** Model of java.lang.Void: a type without objects. */
package java.lang;

public final class Void {
    public static final Class<Void> TYPE = Class.primitive("void");

    private Void() {
    }
}
