/** More borrowers than objects: threads queue in commons-pool2's blocking deque. */
package samples.commonspool;
