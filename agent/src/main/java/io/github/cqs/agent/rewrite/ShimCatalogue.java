package io.github.cqs.agent.rewrite;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which classes are swapped, for what, and which constructors the replacements have. Immutable.
 *
 * <p>A constructor that a later JDK adds is not in the replacement: such call sites stay as they are.
 */
public final class ShimCatalogue {
    private final int mask;
    private final @Nullable String[] targets;
    private final List<List<String>> constructors;

    /**
     * @param targets internal name of the replacement by {@link Primitive#index}, {@code null} where nothing is swapped
     * @param constructors descriptors of the replacement's public constructors by ordinal
     */
    public ShimCatalogue(@Nullable String[] targets, List<List<String>> constructors) {
        this.targets = targets.clone();
        this.constructors = List.copyOf(constructors);
        int bits = 0;
        for (int i = 0; i < targets.length; i++) {
            if (targets[i] != null) {
                bits |= Primitive.at(i).bit();
            }
        }
        this.mask = bits;
    }

    /** A catalogue that swaps each class for itself: finds everything, changes nothing. */
    public static ShimCatalogue unchanged(int mask, List<List<String>> constructors) {
        @Nullable String[] targets = new String[Primitive.count()];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = Primitive.at(i).in(mask) ? Primitive.at(i).internalName() : null;
        }
        return new ShimCatalogue(targets, constructors);
    }

    /** One bit for each swapped {@link Primitive}. */
    public int mask() {
        return mask;
    }

    /** The swapped class of that name, or {@code null}. */
    @Nullable
    Primitive find(String internalName) {
        for (int i = 0; i < targets.length; i++) {
            if (targets[i] != null && Primitive.at(i).internalName().equals(internalName)) {
                return Primitive.at(i);
            }
        }
        return null;
    }

    /** The internal name of what is created in place of {@code primitive}. */
    public String target(Primitive primitive) {
        String target = targets[primitive.index()];
        if (target == null) {
            throw new IllegalArgumentException(primitive.simpleName());
        }
        return target;
    }

    boolean hasConstructor(Primitive primitive, String descriptor) {
        return constructors.get(primitive.index()).contains(descriptor);
    }
}
