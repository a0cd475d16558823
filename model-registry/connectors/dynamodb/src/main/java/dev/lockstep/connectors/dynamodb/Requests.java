package dev.lockstep.connectors.dynamodb;

import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Requests of one call that are under way at once, at most so many. Used by one thread. */
final class Requests {
    private final Semaphore permits;
    private final int most;

    Requests(int most) {
        this.most = most;
        this.permits = new Semaphore(most);
    }

    /** Starts a request, when there is room for it. */
    <T> CompletableFuture<T> start(Supplier<CompletableFuture<T>> request) {
        acquire(1);
        try {
            return request.get().whenComplete((answer, failure) -> permits.release());
        } catch (RuntimeException failure) {
            permits.release();
            return CompletableFuture.failedFuture(failure);
        }
    }

    /** Waits until none is under way. */
    void await() {
        acquire(most);
        permits.release(most);
    }

    private void acquire(int number) {
        try {
            permits.acquire(number);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreException(
                    Kind.TRANSIENT,
                    "Could not call DynamoDB: the thread was interrupted. The call is made again.",
                    interrupted);
        }
    }
}
