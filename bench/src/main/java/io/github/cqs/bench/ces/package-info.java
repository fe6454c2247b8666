/** What handing the carrier over does to virtual threads, measured from outside: the packaged agent against the JDK. Not an API. */
@NullMarked
package io.github.cqs.bench.ces;

import org.jspecify.annotations.NullMarked;
