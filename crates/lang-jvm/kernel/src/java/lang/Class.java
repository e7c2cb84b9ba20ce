/**
 * Model of java.lang.Class: names, kind and identity. The lowering makes one object for each class that a program
 * names, and answers the natives from the hierarchy.
 */
package java.lang;

import java.io.Serializable;
import java.lang.reflect.Type;

public final class Class<T> implements Serializable, Type {
    private static final int INTERFACE = 1;
    private static final int ARRAY = 2;
    private static final int PRIMITIVE = 4;
    private static final int ENUM = 8;
    private static final int RECORD = 16;
    private static final int ANNOTATION = 32;

    private final String name;
    private final String simpleName;
    private final Class<?> component;
    private final int flags;

    Class(String name, String simpleName, Class<?> component, int flags) {
        this.name = name;
        this.simpleName = simpleName;
        this.component = component;
        this.flags = flags;
    }

    @SuppressWarnings("unchecked")
    static <T> Class<T> primitive(String name) {
        return (Class<T>) new Class<Object>(name, name, null, PRIMITIVE);
    }

    public String getName() {
        return name;
    }

    public String getSimpleName() {
        return component == null ? simpleName : component.getSimpleName().concat("[]");
    }

    @Override
    public String getTypeName() {
        return component == null ? name : component.getTypeName().concat("[]");
    }

    /** Right for top-level, member and array classes; local and anonymous ones, which have none, get one here. */
    public String getCanonicalName() {
        return getTypeName().replace('$', '.');
    }

    public String getPackageName() {
        if (component != null) {
            return component.getPackageName();
        }
        int dot = name.lastIndexOf('.');
        if (isPrimitive()) {
            return "java.lang";
        }
        return dot < 0 ? "" : name.substring(0, dot);
    }

    public boolean isInterface() {
        return (flags & INTERFACE) != 0;
    }

    public boolean isArray() {
        return (flags & ARRAY) != 0;
    }

    public boolean isPrimitive() {
        return (flags & PRIMITIVE) != 0;
    }

    public boolean isEnum() {
        return (flags & ENUM) != 0;
    }

    public boolean isRecord() {
        return (flags & RECORD) != 0;
    }

    public boolean isAnnotation() {
        return (flags & ANNOTATION) != 0;
    }

    public Class<?> getComponentType() {
        return component;
    }

    public Class<?> componentType() {
        return component;
    }

    public native Class<? super T> getSuperclass();

    public native boolean isInstance(Object object);

    public native boolean isAssignableFrom(Class<?> other);

    /** What `values()` of an enum gives; null for other classes. */
    private native Object[] enumConstants();

    @SuppressWarnings("unchecked")
    public T[] getEnumConstants() {
        return (T[]) enumConstants();
    }

    @SuppressWarnings("unchecked")
    public T cast(Object object) {
        if (object != null && !isInstance(object)) {
            throw new ClassCastException(
                "Cannot cast ".concat(object.getClass().getName()).concat(" to ").concat(name));
        }
        return (T) object;
    }

    /** Assertions are on. */
    public boolean desiredAssertionStatus() {
        return true;
    }

    @Override
    public String toString() {
        if (isPrimitive()) {
            return name;
        }
        return (isInterface() ? "interface " : "class ").concat(name);
    }
}
