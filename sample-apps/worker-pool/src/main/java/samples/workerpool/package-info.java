/** Batches of transfers between accounts, run by a pool whose queue two semaphores bound. */
package samples.workerpool;
