package io.github.cqs.shims;

/** How a shim names itself. */
final class JdkIdentity {
    private JdkIdentity() {}

    /** What {@link Object#toString} answers for the JDK class, or for a subclass of the application. */
    static String of(Object object, Class<?> shim, Class<?> jdk) {
        Class<?> type = object.getClass();
        return (type == shim ? jdk : type).getName() + "@" + Integer.toHexString(object.hashCode());
    }
}
