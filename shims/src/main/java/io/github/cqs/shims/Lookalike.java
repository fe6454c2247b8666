package io.github.cqs.shims;

/** A class of ours that extends a shim, or its passthrough, and passes for the JDK class like it; not a subclass of the application's. */
public interface Lookalike {}
