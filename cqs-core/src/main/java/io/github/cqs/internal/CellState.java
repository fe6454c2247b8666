package io.github.cqs.internal;

/** What a cell holds when it holds neither a waiter nor a value. Each constant says who writes it and what follows. */
public enum CellState {
    /** Written by a resumed waiter when it has taken its value; nobody visits the cell again. */
    RESUMED,

    /** Written by a suspend that found the value of an earlier resume; in SYNC mode that resume waits for it. */
    TAKEN,

    /** Written by a SYNC resume whose suspend did not come in time; that suspend fails when it comes. */
    BROKEN,

    /** Written by a waiter that leaves, while its primitive decides between CANCELLED and REFUSED. */
    CANCELLING,

    /** Written by a waiter that has left; its resume fails (SIMPLE) or skips the cell (SMART). */
    CANCELLED,

    /** Written by a waiter that has left although a resume is on its way; that resume hands its value back to the primitive. */
    REFUSED
}
