/** What the contract suites share: threads of either kind with captured outcomes, waiting for a state, and probes of the types under test. */
package io.github.cqs.shims.support;
