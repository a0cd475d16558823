package dev.lockstep.testkit.state;

import dev.lockstep.state.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Leases; a fence grows whenever a lease is taken that its taker did not hold. */
final class MemoryLeases implements LeaseStore {
    private final StateCell cell;

    MemoryLeases(StateCell cell) {
        this.cell = cell;
    }

    static boolean holds(StateData data, Lease lease, Instant now) {
        StateData.Held held = data.leases.get(lease.name());
        return held != null && held.lease().equals(lease) && now.isBefore(held.until());
    }

    @Override
    public Optional<Lease> acquire(String name, String owner, Duration length) {
        return cell.change("leases.acquire", data -> {
            Instant now = cell.now();
            Optional<Lease> taken = Optional.ofNullable(data.leases.get(name))
                    .filter(held -> now.isBefore(held.until()))
                    .map(StateData.Held::lease);
            if (taken.isPresent() && !taken.get().owner().equals(owner)) {
                return Optional.empty();
            }
            long fence = taken.map(Lease::fence).orElseGet(() -> data.fences.merge(name, 1L, Long::sum));
            Lease lease = new Lease(name, owner, fence);
            data.leases.put(name, new StateData.Held(lease, now.plus(length)));
            return Optional.of(lease);
        });
    }

    @Override
    public boolean renew(Lease lease, Duration length) {
        return cell.change("leases.renew", data -> {
            if (!holds(data, lease, cell.now())) {
                return false;
            }
            data.leases.put(lease.name(), new StateData.Held(lease, cell.now().plus(length)));
            return true;
        });
    }

    @Override
    public void release(Lease lease) {
        cell.change("leases.release", data -> {
            if (holds(data, lease, cell.now())) {
                data.leases.remove(lease.name());
            }
            return data;
        });
    }

    @Override
    public Optional<String> owner(String name) {
        return cell.read(data -> Optional.ofNullable(data.leases.get(name))
                .filter(held -> cell.now().isBefore(held.until()))
                .map(held -> held.lease().owner()));
    }
}
