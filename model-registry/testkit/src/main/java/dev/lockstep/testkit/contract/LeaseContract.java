package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.state.CheckpointStore.Checkpoint;
import dev.lockstep.state.LeaseStore.Lease;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Leases with fencing, and checkpoints under them (rule R2). */
@NullUnmarked
public abstract class LeaseContract extends StateContract {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofSeconds(30);
    private static final Duration LONGER_THAN_SHORT = Duration.ofSeconds(40);

    private Lease acquire(String owner, Duration length) {
        return state.leases().acquire("shop/p0", owner, length).orElseThrow();
    }

    private static Checkpoint checkpoint(String token) {
        return new Checkpoint(SHOP, "p0", new ResumePoint(token), "identity-1", null, NOON);
    }

    /** One owner at a time. */
    @Test
    void holdsOffOthers() {
        acquire("a", LONG);

        assertThat(state.leases().acquire("shop/p0", "b", LONG)).isEmpty();
        assertThat(state.leases().acquire("shop/p1", "b", LONG)).isPresent();
        assertThat(state.leases().owner("shop/p0")).contains("a");
        assertThat(state.leases().owner("shop/p9")).isEmpty();
    }

    /** Taking it again renews it, and keeps the fence. */
    @Test
    void givesItsOwnerTheSameFence() {
        assertThat(acquire("a", LONG)).isEqualTo(acquire("a", LONG));
    }

    /** An expired lease is free; its taker has a larger fence, its former holder is out. */
    @Test
    void goesToAnotherOnceItExpired() {
        Lease first = acquire("a", SHORT);
        fixture.pass(LONGER_THAN_SHORT);
        assertThat(state.leases().owner("shop/p0")).isEmpty();
        Lease second = acquire("b", LONG);

        assertThat(second.fence()).isGreaterThan(first.fence());
        assertThat(state.leases().renew(first, LONG)).isFalse();
        state.leases().release(first);
        assertThat(state.leases().owner("shop/p0")).contains("b");
        assertThat(state.leases().renew(second, LONG)).isTrue();
    }

    /** The fence grows with every change of owner, back and forth. */
    @Test
    void growsItsFenceWithEveryOwner() {
        long last = 0;
        for (int i = 0; i < 6; i++) {
            Lease lease = acquire(i % 2 == 0 ? "a" : "b", LONG);
            assertThat(lease.fence()).isGreaterThan(last);
            last = lease.fence();
            state.leases().release(lease);
        }
    }

    /** A released lease is free at once. */
    @Test
    void isFreeOnceReleased() {
        Lease lease = acquire("a", LONG);

        state.leases().release(lease);

        assertThat(state.leases().owner("shop/p0")).isEmpty();
        assertThat(state.leases().renew(lease, LONG)).isFalse();
        assertThat(state.leases().acquire("shop/p0", "b", LONG)).isPresent();
    }

    /** Renewing outlasts the first length. */
    @Test
    void isKeptByRenewing() {
        Lease lease = acquire("a", SHORT);
        assertThat(state.leases().renew(lease, LONG)).isTrue();
        fixture.pass(LONGER_THAN_SHORT);

        assertThat(state.leases().acquire("shop/p0", "b", LONG)).isEmpty();
    }

    /** R2: the newest position is what is loaded. */
    @Test
    void keepsTheNewestCheckpoint() {
        Lease lease = acquire("a", LONG);
        Checkpoint complete = new Checkpoint(SHOP, "p0", new ResumePoint("t".repeat(16_000)), "identity-2", NOON, NOON);

        assertThat(state.checkpoints().load(SHOP, "p0")).isEmpty();
        assertThat(state.checkpoints().save(checkpoint("1"), lease)).isTrue();
        assertThat(state.checkpoints().load(SHOP, "p0")).contains(checkpoint("1"));
        assertThat(state.checkpoints().save(complete, lease)).isTrue();

        assertThat(state.checkpoints().load(SHOP, "p0")).contains(complete);
        assertThat(state.checkpoints().load(SHOP, "p1")).isEmpty();
        assertThat(state.checkpoints().all()).containsExactly(complete);
    }

    /** A zombie moves no position. */
    @Test
    void refusesACheckpointWithoutItsLease() {
        Lease zombie = acquire("a", SHORT);
        assertThat(state.checkpoints().save(checkpoint("1"), zombie)).isTrue();
        fixture.pass(LONGER_THAN_SHORT);

        assertThat(state.checkpoints().save(checkpoint("2"), zombie))
                .as("expired")
                .isFalse();
        Lease owner = acquire("b", LONG);
        assertThat(state.checkpoints().save(checkpoint("3"), zombie))
                .as("taken")
                .isFalse();
        assertThat(state.checkpoints().save(checkpoint("4"), owner)).isTrue();
        state.leases().release(owner);
        assertThat(state.checkpoints().save(checkpoint("5"), owner))
                .as("released")
                .isFalse();

        assertThat(state.checkpoints().load(SHOP, "p0").map(Checkpoint::resumeAfter))
                .isEqualTo(Optional.of(new ResumePoint("4")));
    }
}
