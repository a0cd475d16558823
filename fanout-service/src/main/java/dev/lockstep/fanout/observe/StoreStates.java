package dev.lockstep.fanout.observe;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.StoreDescription;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.Stores;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Asks each configured store now and then how it is, so that no request has to wait for a store that is down. */
@Component
public class StoreStates {
    /** Whether a store answered when it was last asked. */
    public enum Connection {
        CONNECTED,
        UNREACHABLE,
        AUTH_FAILED,
        UNKNOWN
    }

    /**
     * What is known about a store.
     *
     * @param kind the configured kind
     * @param detail the last failure, for people; empty without one
     * @param description what it said about itself when it last answered
     * @param askedAt when it was last asked
     */
    public record StoreState(
            StoreName name,
            String kind,
            Connection connection,
            String detail,
            Optional<StoreDescription> description,
            Optional<Instant> askedAt) {}

    private final Stores stores;
    private final Clock clock;
    private final Map<StoreName, StoreState> known = new ConcurrentHashMap<>();

    StoreStates(Stores stores, Clock clock) {
        this.stores = stores;
        this.clock = clock;
    }

    /** All configured stores, by name. */
    public List<StoreState> all() {
        return stores.names().stream()
                .sorted(Comparator.naturalOrder())
                .map(name -> known.getOrDefault(name, unknown(name)))
                .toList();
    }

    /** Asks every store. */
    @Scheduled(initialDelayString = "PT1S", fixedDelayString = "PT10S")
    void ask() {
        for (StoreName name : stores.names()) {
            known.put(name, asked(name));
        }
    }

    private StoreState asked(StoreName name) {
        Optional<Instant> now = Optional.of(clock.instant());
        Optional<StoreDescription> before =
                known.getOrDefault(name, unknown(name)).description();
        try {
            StoreDescription description = stores.get(name).describe();
            return new StoreState(name, stores.kind(name), Connection.CONNECTED, "", Optional.of(description), now);
        } catch (StoreException e) {
            Connection connection =
                    e.kind() == StoreException.Kind.AUTH_FAILED ? Connection.AUTH_FAILED : Connection.UNREACHABLE;
            return new StoreState(name, stores.kind(name), connection, message(e), before, now);
        } catch (IllegalArgumentException e) {
            return new StoreState(name, stores.kind(name), Connection.UNREACHABLE, message(e), before, now);
        }
    }

    private StoreState unknown(StoreName name) {
        return new StoreState(name, stores.kind(name), Connection.UNKNOWN, "", Optional.empty(), Optional.empty());
    }

    private static String message(RuntimeException failure) {
        return String.valueOf(failure.getMessage());
    }
}
