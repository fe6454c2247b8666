/** The heat equation on a plate, solved in parallel, with a cyclic barrier after every sweep. */
package samples.heat;
