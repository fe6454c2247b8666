/** Several producers log through logback's {@code AsyncAppender}, whose small blocking queue is the bottleneck. */
package samples.logback;
