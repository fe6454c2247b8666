/** The {@code readrandom} workload of LevelDB's own benchmark, on the pure Java port. */
package samples.leveldb;
