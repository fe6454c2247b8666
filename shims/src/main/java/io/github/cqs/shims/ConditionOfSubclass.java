package io.github.cqs.shims;

/** A condition of a lock whose class is the application's: knows that lock, with whose own serial form it goes. */
@SuppressWarnings("serial") // never written
final class ConditionOfSubclass extends CqsCondition {
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
