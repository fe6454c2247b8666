package io.github.cqs.agent.rewrite;

/** Sites that no class has. */
public final class MadeUpSites {
    private MadeUpSites() {}

    public static Site site(String className, String method, int line, Primitive type, Site.Kind kind, int counter) {
        return new Site(className, method, line, type, kind, counter);
    }
}
