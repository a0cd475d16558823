package dev.lockstep.fanout.failure;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.StoreException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One circuit breaker per store: opens when half of the last 20 calls failed as a whole, tries again after 5 s. A call
 * that the store throttled counts neither way: the store is up, and whoever called waits and calls less.
 */
public final class Breakers implements StoreCalls {
    private final CircuitBreakerRegistry registry = CircuitBreakerRegistry.of(CircuitBreakerConfig.custom()
            .slidingWindowSize(20)
            .minimumNumberOfCalls(5)
            .failureRateThreshold(50)
            .waitDurationInOpenState(Duration.ofSeconds(5))
            .permittedNumberOfCallsInHalfOpenState(2)
            .build());

    @Override
    public <T> T call(StoreName store, Supplier<T> call) {
        CircuitBreaker breaker = registry.circuitBreaker(store.value());
        if (!breaker.tryAcquirePermission()) {
            throw new StoreException(
                    StoreException.Kind.TRANSIENT,
                    "Could not call the store " + store + ": its last calls failed. It is tried again within 5 s.",
                    null);
        }
        long start = System.nanoTime();
        try {
            T result = call.get();
            breaker.onSuccess(System.nanoTime() - start, TimeUnit.NANOSECONDS);
            return result;
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.THROTTLED) {
                breaker.releasePermission();
            } else if (e.passesByItself()) {
                breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, e);
            } else {
                breaker.onSuccess(System.nanoTime() - start, TimeUnit.NANOSECONDS);
            }
            throw e;
        } catch (RuntimeException e) {
            breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, e);
            throw e;
        }
    }

    @Override
    public boolean refuses(StoreName store) {
        return registry.circuitBreaker(store.value()).getState() == CircuitBreaker.State.OPEN;
    }
}
