package io.github.cqs.agent.options;

import io.github.cqs.agent.rewrite.Primitive;

/** Reads the value of {@code primitives}. */
final class Primitives {
    private Primitives() {}

    /** One bit for each named class, 0 if the list is empty or names another. */
    static int mask(String value) {
        if (value.equals("all")) {
            return (1 << Primitive.count()) - 1;
        }
        int mask = 0;
        int at = 0;
        while (at <= value.length()) {
            int plus = value.indexOf('+', at);
            int end = plus < 0 ? value.length() : plus;
            Primitive primitive =
                    Primitive.bySimpleName(value.substring(at, end).strip());
            if (primitive == null) {
                return 0;
            }
            mask |= 1 << primitive.index();
            at = end + 1;
        }
        return mask;
    }
}
