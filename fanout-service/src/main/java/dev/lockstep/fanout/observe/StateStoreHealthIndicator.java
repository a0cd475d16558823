package dev.lockstep.fanout.observe;

import dev.lockstep.state.StateException;
import dev.lockstep.state.StateStore;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Ready only while the state store answers: without it no checkpoint is durable. Named {@code stateStore}. */
@Component("stateStore")
class StateStoreHealthIndicator implements HealthIndicator {
    private final StateStore state;

    StateStoreHealthIndicator(StateStore state) {
        this.state = state;
    }

    @Override
    public Health health() {
        try {
            state.leases().owner("health");
            return Health.up().build();
        } catch (StateException e) {
            return Health.down(e).build();
        }
    }
}
