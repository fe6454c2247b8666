package io.github.cqs.shims;

/** How a shim names itself. */
final class JdkIdentity {
    private JdkIdentity() {}

    /** Whether the object stands for one of the JDK class, rather than of a subclass of the application. */
    static boolean isExact(Object object, Class<?> shim) {
        Class<?> type = object.getClass();
        return type == shim || (object instanceof Lookalike && type.getSuperclass() == shim);
    }

    /** What {@link Object#toString} answers for the JDK class, or for a subclass of the application. */
    static String of(Object object, Class<?> shim, Class<?> jdk) {
        Class<?> type = isExact(object, shim) ? jdk : object.getClass();
        return type.getName() + "@" + Integer.toHexString(object.hashCode());
    }

    /** The same for a class that inherits the JDK's {@code toString}, whose answer is {@code inherited}. */
    static String of(Object object, Class<?> shim, Class<?> jdk, String inherited) {
        int at = inherited.indexOf('[');
        return of(object, shim, jdk) + (at < 0 ? "" : inherited.substring(at));
    }
}
