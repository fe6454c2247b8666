package io.github.cqs.shims;

import java.io.Serializable;
import java.util.concurrent.locks.Condition;

/** A condition of a lock whose class is the application's: knows that lock, with whose own serial form it goes. */
@SuppressWarnings("serial") // never written
public final class ConditionOfSubclass extends CqsCondition implements Condition, Serializable {
    private final transient CqsReentrantLock owner;

    ConditionOfSubclass(ReentrantLockSync lock, CqsReentrantLock owner) {
        super(lock);
        this.owner = owner;
    }

    @Override
    Object writeReplace() {
        return owner.cqsSerialCondition();
    }
}
