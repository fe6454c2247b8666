package io.github.cqs.bench.counts;

/** What is counted. */
enum Kind {
    /** Compare-and-set or -exchange that succeeded. */
    CAS,
    /** One that failed. */
    FAILED_CAS,
    /** Fetch-and-add, swap and the like, which cannot fail. */
    RMW,
    /** A write in volatile mode: on common processors as dear as an atomic operation. */
    VOLATILE_WRITE,
    /** A plain, opaque or release write to an object that was not made just then by the same constructor. */
    PLAIN_WRITE,
    /** A read of a volatile field or an access that is at least opaque. */
    READ,
    /** An object or array made. */
    OBJECT,
    PARK,
    UNPARK
}
