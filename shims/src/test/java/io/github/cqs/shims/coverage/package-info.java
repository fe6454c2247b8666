/** Which contract test calls which method of the JDK; internal. */
package io.github.cqs.shims.coverage;
