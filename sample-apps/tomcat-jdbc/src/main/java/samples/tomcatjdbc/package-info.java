/** More borrowers than connections: threads queue in tomcat-jdbc's fair queue, each behind a latch of its own. */
package samples.tomcatjdbc;
