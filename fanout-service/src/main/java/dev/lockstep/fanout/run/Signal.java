package dev.lockstep.fanout.run;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes threads that wait for work. A call to {@link #raise} between two waits is never lost. */
public final class Signal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition raised = lock.newCondition();
    private long raises;

    /** Wakes everyone who waits. */
    public void raise() {
        lock.lock();
        try {
            raises++;
            raised.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How often it was raised: taken before looking for work, given to {@link #await} after finding none. */
    public long seen() {
        lock.lock();
        try {
            return raises;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it was raised more often than {@code seen}, or for {@code most}. */
    public void await(long seen, Duration most) throws InterruptedException {
        lock.lock();
        try {
            long nanos = most.toNanos();
            while (raises == seen && nanos > 0) {
                nanos = raised.awaitNanos(nanos);
            }
        } finally {
            lock.unlock();
        }
    }
}
